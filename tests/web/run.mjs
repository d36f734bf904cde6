// run.mjs FILE: runs the tests of one file. Prints a message and exits with 77 if the browser or a
// module is missing.
import { spawnSync } from 'node:child_process';
import { missing } from './support/tools.mjs';

const file = process.argv[2];
const gone = file.endsWith('.browser.mjs') ? missing() : [];
if (gone.length) {
  console.log(`skipped: ${gone.join('; ')} not found`);
  process.exit(77);
}
const { status } = spawnSync(process.execPath, ['--test', '--test-reporter=spec', file], { stdio: 'inherit' });
process.exit(status ?? 1);
