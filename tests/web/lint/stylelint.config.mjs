// The rules of stylelint for the page's style sheet: the recommended rules, except two. The sheet
// is in the order of the page, not of specificity, and it may repeat a selector.
import { createRequire } from 'node:module';
import path from 'node:path';

const load = createRequire(path.join(process.env.DOKUMILL_WEB_MODULES, 'package.json'));

export default {
  extends: [load.resolve('stylelint-config-recommended')],
  rules: { 'no-descending-specificity': null, 'no-duplicate-selectors': null, 'color-no-invalid-hex': true, 'declaration-no-important': true },
};
