// The rules of ESLint for the page's scripts: the recommended rules, and a few rules about style.
import { createRequire } from 'node:module';
import path from 'node:path';

const load = createRequire(path.join(process.env.DOKUMILL_WEB_MODULES, 'package.json'));
const js = load('@eslint/js');

const names = (list) => Object.fromEntries(list.split(' ').map((name) => [name, 'readonly']));
const browser = names('AbortController AbortSignal AudioContext Blob CompressionStream Date DecompressionStream Element Event File FormData HTMLElement HTMLLinkElement HTMLScriptElement Response URL TextEncoder URLSearchParams WritableStream caches clearInterval Worker atob clearTimeout console crypto decodeURIComponent document fetch history indexedDB localStorage location matchMedia navigator performance queueMicrotask requestAnimationFrame self setInterval setTimeout window');

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2023, sourceType: 'module', globals: browser },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error', 'no-var': 'error', 'prefer-const': 'error', 'no-implied-eval': 'error', 'no-shadow': 'error',
      'no-unused-private-class-members': 'error', 'no-use-before-define': ['error', { functions: false, classes: true, variables: false }],
      'no-empty': ['error', { allowEmptyCatch: false }], 'no-promise-executor-return': 'off', 'object-shorthand': 'error',
    },
  },
  { files: ['**/theme.js', '**/service_worker.js', '**/engine_worker.js'], languageOptions: { sourceType: 'script' } },
];
