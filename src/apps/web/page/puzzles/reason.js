// @ts-check
// Why a record is malformed, in the language of the page.
import { nameOf } from '../play/board.js';
import { t } from '../shared/strings.js';

// `reason`: a code and its values. docs/page.md and docs/formats.md list the codes.
export function reasonText({ code, ...values }) {
  for (const name of ['cell', 'first', 'second']) if (name in values) values[name] = nameOf(Number(values[name]));
  return t(`problem.${code}`, values);
}
