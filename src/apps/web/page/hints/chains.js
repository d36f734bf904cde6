// @ts-check
// The chains of a step (docs/datasets.md): their implications, and the sentence of the step's text to
// which each of them belongs. This module uses neither the page nor the engine.
//
// The text of a step with chains has its head as sentence 0. Then it has a sentence for each
// candidate that becomes true, and for each step inside of a chain. The last sentence has what
// follows (src/engine/explainer/steps/sentences.cpp).

const candidateOf = ([cell, digit]) => ({ cell, digit });

// Returns { links, chainsOf }:
// - links: { cell, digit, on, from, chain, line }: the implication that the candidate is true or
//   false, the candidates of the implications that it follows from, the number of its chain, and the
//   number of its sentence
// - chainsOf: for each sentence, the numbers of the chains that it is about
export function readChains(step) {
  const links = [];
  const chainsOf = [[]];
  let chains = 0;
  const say = (list) => chainsOf.push(list) - 1;

  const tellChain = ({ implications, inner = [] }, isContradiction) => {
    const chain = chains++;
    const own = implications.map(({ cell, digit, on, from = [] }) =>
      ({ cell, digit, on, from: from.map((at) => candidateOf([implications[at].cell, implications[at].digit])), chain, line: 0 }));
    links.push(...own);
    const last = own.length - 1;
    const innerLines = new Map();
    // What an implication follows from belongs to the same sentence, unless it has one already.
    const toSentence = (at, line) => {
      for (const each of [at, ...implications[at].from ?? []]) own[each].line ||= line;
    };
    implications.forEach(({ on, because, step: innerStep }, at) => {
      if (because === 'step') {
        if (!innerLines.has(innerStep)) {
          innerLines.set(innerStep, say([chain]));
          toSentence(at, innerLines.get(innerStep));
          tell(inner[innerStep]);
        }
        toSentence(at, innerLines.get(innerStep));
      }
      const isEnd = at === last && !isContradiction;
      if ((on || because === 'assumed' || isEnd) && !(at === last && isContradiction)) toSentence(at, say([chain]));
    });
    if (isContradiction) toSentence(last, say([chain]));
    for (const link of own) link.line ||= chainsOf.length - 1;
    return chain;
  };
  const tell = ({ proof, chains: all = [] }) => {
    if (all.length === 0) return;
    const numbers = all.map((chain) => tellChain(chain, proof === 'contradiction'));
    // Of a cycle, the last chain has all candidates.
    say(proof === 'cycle' ? numbers.slice(-1) : numbers);
  };
  tell(step);
  return { links, chainsOf };
}

// The links that the board shows at a sentence: those of the sentence and of earlier ones about the
// same chains.
export const linksAt = ({ links, chainsOf }, line) => links.filter((link) => chainsOf[line].includes(link.chain) && link.line <= line);
