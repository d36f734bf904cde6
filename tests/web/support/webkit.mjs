// A WebKit (WebKitGTK, which stands for Safari), controlled over WebDriver. It draws on a screen that
// Xvfb keeps in memory.
import { spawn } from 'node:child_process';
import { firstInPath } from './tools.mjs';

const kPatience = 60000;  // ms until the driver answers
const driver = firstInPath(['WebKitWebDriver']);
const screen = firstInPath(['xvfb-run']);
export const webkit = driver && screen && driver;

// Returns { send(method, path, body), run(script, ...arguments), close() }. `run` resolves to what the
// script gives to its last argument, a function.
export async function startWebkit() {
  const port = 20000 + (process.pid % 20000);
  const server = spawn(screen, ['-a', driver, `--port=${port}`], { stdio: 'ignore', detached: true });
  const ask = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = await answer.json();
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { args: ['--automation'] } } };
  let session;
  for (const end = Date.now() + kPatience; !session;) {
    session = await ask('POST', '/session', { capabilities }).catch(async (error) => {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => { setTimeout(resolve, 200); });
    });
  }
  const send = (method, path, body = undefined) => ask(method, `/session/${session.sessionId}${path}`, body);
  return {
    send,
    run: (script, ...args) => send('POST', '/execute/async', { script, args }),
    close: async () => {
      await send('DELETE', '').catch(() => {});
      process.kill(-server.pid);
    },
  };
}
