// @ts-check
// Calls the server's API (docs/api.md). A call that fails throws an ApiError. The code of this
// error is the server's error code, or one of these codes:
// - 'unreachable': no complete response arrived in time
// - 'cancelled': the caller cancelled the request
// - 'unexpected': the response has no error code or is not JSON
const kPatience = 15000;  // ms until a request times out; the upload of a file has no timeout

class ApiError extends Error {
  constructor(code, message = '') {
    super(message);
    this.code = code;
  }
}

// The key of the default text for an ApiError, for callers that have no text of their own. The
// messages of the server are English and for programmers, so the page does not show them.
export const failureKey = ({ code }) => ({ unreachable: 'server.unreachable', token: 'server.token', busy: 'server.busy' })[code] ?? 'server.failed';

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function request(path, options) {
  let response;
  let text;
  try {
    response = await fetch(`/api/v1/${path}`, options);
    text = await response.text();
  } catch (error) {
    throw new ApiError(error.name === 'AbortError' ? 'cancelled' : 'unreachable', error.message);
  }
  const answer = parse(text);
  if (!response.ok) throw new ApiError(answer?.error?.code ?? 'unexpected', answer?.error?.message ?? `status ${response.status}`);
  if (answer === null) throw new ApiError('unexpected', 'an answer that is not JSON');
  return answer;
}

function post(path, body) {
  return request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(kPatience),
  });
}

export const newPuzzle = (level, seed = undefined) => post('new', { level, seed });
export const check = (puzzle, board) => post('check', { puzzle, board });
export const hint = (puzzle, board, notes) => post('hint', { puzzle, board, notes });
export const solution = (puzzle) => post('solution', { puzzle });
export const importText = (text) => post('import', { text });

// `options`: { name, command, to, compress }
export const startMill = (options) => post('mill', options);
export const millState = (job) => request(`mill/${job}`, { signal: AbortSignal.timeout(kPatience) });
export const cancelMill = (job) => post(`mill/${job}/cancel`, {});
export const millOutput = (job) => `/api/v1/mill/${job}/output`;
export const feedMill = (job, file, signal) => request(`mill/${job}/input`, {
  method: 'PUT',
  headers: { 'Content-Type': 'application/octet-stream' },
  body: file,
  signal,
});
