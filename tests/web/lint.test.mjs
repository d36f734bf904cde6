// Checks the page's sources: ESLint and TypeScript (`// @ts-check`) check its scripts, and
// stylelint checks its style sheet. scripts/web_modules installs the checkers; without them, the
// test is skipped.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { modules, pageFiles, pageFolder } from './support/tools.mjs';

const lint = path.join(path.dirname(new URL(import.meta.url).pathname), 'lint');
const scripts = pageFiles.filter((name) => name.endsWith('.js'));

function check(name, program, args) {
  const main = path.join(modules, 'node_modules', program);
  test(name, { skip: !fs.existsSync(main) && `${program} is not installed (scripts/web_modules)` }, () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
      cwd: pageFolder, encoding: 'utf8', env: { ...process.env, DOKUMILL_WEB_MODULES: modules },
    });
    assert.equal(status, 0, stdout + stderr);
  });
}

check('ESLint', 'eslint/bin/eslint.js', ['--max-warnings', '0', '--config', path.join(lint, 'eslint.config.mjs'), '.']);
check('stylelint', 'stylelint/bin/stylelint.mjs', ['--config', path.join(lint, 'stylelint.config.mjs'), '**/*.css']);
check('TypeScript', 'typescript/bin/tsc', ['--project', path.join(lint, 'tsconfig.json')]);

test('every script of the page asks for the check of types', () => {
  assert.ok(scripts.length > 30, `only ${scripts.length} scripts`);
  for (const name of scripts) assert.match(fs.readFileSync(path.join(pageFolder, name), 'utf8'), /^\/\/ @ts-check\n/, name);
});
