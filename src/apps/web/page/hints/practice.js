// @ts-check
// Practice of a technique: deals a puzzle whose hardest step is the technique, and counts as no
// result.
import * as api from '../engine/api.js';
import { byId, openDialog } from '../shared/elements.js';
import { currentLanguage, t } from '../shared/strings.js';

const kMaxTries = 300;

// The name of the hardest step. Of several, it is the first one, as for the engine.
function hardestOf({ steps = [] }) {
  const [first, ...others] = steps;
  return others.reduce((best, step) => (step.score > best.score ? step : best), first)?.names.en;
}

// Resolves to a puzzle, or to null after kMaxTries tries or when isOver() returns true. The engine
// makes puzzles by technique. Some techniques have several names by their shape (such as Skyscraper),
// so the steps of each puzzle must have the name.
async function find({ technique, names }, isOver, onTry) {
  for (let n = 1; n <= kMaxTries && !isOver(); ++n) {
    onTry(n);
    let made;
    try {
      made = await api.newPuzzle(technique);
    } catch (error) {
      if (error.code !== 'unmet') throw error;
      continue;
    }
    if (isOver()) return null;
    if (hardestOf(await api.solution(made.puzzle)) === names.en) return made;
  }
  return null;
}

// Deals a puzzle for the technique of the step. Shows a dialog meanwhile, in which the player can
// cancel. Calls onStart(puzzle) with the puzzle.
export async function practise(step, onStart, onFailure) {
  const name = step.names[currentLanguage()];
  const dialog = openDialog('practice-dialog');
  const say = (key, values = {}) => { byId('practice-text').textContent = t(key, { name, ...values }); };
  let isOver = false;
  dialog.onclose = () => { isOver = true; };
  try {
    const made = await find(step, () => isOver, (n) => say('practice.wait', { n }));
    if (isOver) return;
    if (!made) {
      say('practice.none');
      return;
    }
    dialog.close();
    onStart(made, name);
  } catch (error) {
    dialog.close();
    onFailure(error);
  }
}
