// The npm package as a user gets it: packed by npm, and installed into an empty folder.
//
// DOKUMILL_BUILD: the build folder, in which the target dokumill_npm was built
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const { DOKUMILL_BUILD } = process.env;

// Returns the folder.
export function installed() {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'dokumill-npm-'));
  execFileSync('npm', ['pack', '--silent', path.join(DOKUMILL_BUILD, 'npm')], { cwd: place });
  const [file] = fs.readdirSync(place);
  fs.writeFileSync(path.join(place, 'package.json'), '{"private":true}');
  execFileSync('npm', ['install', '--silent', '--offline', '--no-audit', `./${file}`], { cwd: place });
  return place;
}
