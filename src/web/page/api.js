// The server's calls. A failure is an ApiError: its code is the server's, or 'unreachable' when there is no answer.
const kPatience = 15000;  // ms

class ApiError extends Error {
  constructor(code, message = '') {
    super(message);
    this.code = code;
  }
}

// The key of the text for a failure, where the caller has none of its own.
export const failureKey = ({ code }) => (code === 'unreachable' ? 'server.unreachable' : 'server.failed');

async function request(path, options) {
  let response;
  try {
    response = await fetch(`/api/v1/${path}`, options);
  } catch (error) {
    throw new ApiError(error.name === 'AbortError' ? 'cancelled' : 'unreachable', error.message);
  }
  const answer = await response.json().catch(() => null);
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

export const newPuzzle = (level) => post('new', { level });
export const check = (puzzle, board) => post('check', { puzzle, board });
export const hint = (puzzle, board) => post('hint', { puzzle, board });
export const importText = (text) => post('import', { text });

export const startMill = (name, to, rate) => post('mill', { name, to, rate });
export const millState = (job) => request(`mill/${job}`, { signal: AbortSignal.timeout(kPatience) });
export const cancelMill = (job) => post(`mill/${job}/cancel`, {});
export const millOutput = (job) => `/api/v1/mill/${job}/output`;
export const feedMill = (job, file, signal) => request(`mill/${job}/input`, {
  method: 'PUT',
  headers: { 'Content-Type': 'application/octet-stream' },
  body: file,
  signal,
});
