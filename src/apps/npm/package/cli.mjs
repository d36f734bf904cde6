#!/usr/bin/env node
// The command: `npx dokumill COMMAND ...`. If the package of the native program for this system is
// installed beside this one, in the same version, that program does the work. Otherwise, the engine
// of this package does it (cli_engine.mjs).
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

function nativeProgram() {
  const require = createRequire(import.meta.url);
  const name = `dokumill-${process.platform}-${process.arch}`;
  try {
    const { version } = require(`${name}/package.json`);
    return version === require('./package.json').version ? require.resolve(`${name}/dokumill`) : undefined;
  } catch {
    return undefined; // it is not installed
  }
}

const program = nativeProgram();
if (program === undefined) {
  await import('./cli_engine.mjs');
} else {
  const child = spawn(program, process.argv.slice(2), { stdio: 'inherit' });
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(name, () => {
      // A terminal sends Ctrl-C to both programs.
      if (name !== 'SIGINT' || !process.stdin.isTTY) child.kill(name);
    });
  }
  child.on('error', (error) => {
    process.stderr.write(`dokumill: ${error.message}\n`);
    process.exit(2);
  });
  child.on('exit', (status, signal) => {
    if (signal === null) process.exit(status);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
