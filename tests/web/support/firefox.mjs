// A Firefox without a window, controlled over its own protocol (Marionette): messages of JSON, each
// after its length and a colon.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { firefox } from './tools.mjs';

const kPatience = 60000;  // ms until the browser listens

async function freePort() {
  const server = net.createServer();
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const { port } = server.address();
  await new Promise((resolve) => { server.close(resolve); });
  return port;
}

async function connected(port) {
  for (const end = Date.now() + kPatience; Date.now() < end;) {
    const socket = net.connect(port, '127.0.0.1');
    if (await new Promise((resolve) => { socket.once('connect', () => resolve(true)).once('error', () => resolve(false)); })) return socket;
    await new Promise((resolve) => { setTimeout(resolve, 200); });
  }
  throw new Error('Firefox does not listen');
}

// Returns { send(name, parameters), run(script, ...arguments), close() }. `run` resolves to what the
// script gives to its last argument, a function.
export async function startFirefox() {
  const port = await freePort();
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'dokumill-firefox-'));
  fs.writeFileSync(path.join(profile, 'user.js'), `user_pref("marionette.port", ${port});\n`);
  const browser = spawn(firefox, ['--headless', '--marionette', '--no-remote', '--profile', profile], { stdio: 'ignore' });
  const ended = new Promise((resolve) => { browser.once('exit', resolve); });
  const socket = await connected(port);
  const waiting = new Map();  // number of a message -> { resolve, reject }
  let bytes = Buffer.alloc(0);
  let sent = 0;
  socket.on('data', (more) => {
    bytes = Buffer.concat([bytes, more]);
    for (let colon; (colon = bytes.indexOf(':')) > 0;) {
      const end = colon + 1 + Number(bytes.subarray(0, colon));
      if (bytes.length < end) return;
      const message = JSON.parse(bytes.subarray(colon + 1, end));
      bytes = bytes.subarray(end);
      if (!Array.isArray(message)) continue;  // the greeting
      const [, number, error, value] = message;
      if (error) waiting.get(number).reject(new Error(`${error.error}: ${error.message}`));
      else waiting.get(number).resolve(value);
    }
  });
  const send = (name, parameters = {}) => new Promise((resolve, reject) => {
    waiting.set(++sent, { resolve, reject });
    const text = JSON.stringify([0, sent, name, parameters]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
  });
  await send('WebDriver:NewSession');
  return {
    send,
    run: async (script, ...args) => (await send('WebDriver:ExecuteAsyncScript', { script, args })).value,
    close: async () => {
      socket.end();
      browser.kill();
      await ended;
      fs.rmSync(profile, { recursive: true });
    },
  };
}
