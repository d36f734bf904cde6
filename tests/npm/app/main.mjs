// What an app does with the package in a browser: a game, a hint, and a pool of workers.
import { createPool, generatePuzzles, hint, ready, solve } from 'dokumill';

async function play() {
  await ready();
  const [game] = generatePuzzles({ seed: 7 });
  const pool = await createPool({ size: 2, chunk: 1 });
  const found = await pool.solve([game.puzzle, game.puzzle]);
  pool.close();
  const { step } = hint(game.puzzle, { sentences: 'en' });
  return [solve(game.puzzle).solution === game.solution, found[1].kind, step.technique];
}
play().catch(String).then((found) => fetch('/done', { method: 'POST', body: JSON.stringify(found) }));
