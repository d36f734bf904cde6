// @ts-check
// The dialog of the saved games. Each game has a picture, and buttons to continue or delete it. A
// deleted game can be brought back until the dialog is closed. Of many games, the list has the newest
// ones, and a button adds more.
import { pictureWith } from '../play/board.js';
import { byId, element, namedButton, openDialog } from '../shared/elements.js';
import { currentLanguage, t } from '../shared/strings.js';
import { progressOf, summaryOf, titleOf } from '../shared/summary.js';

const kShown = 20;  // the games that the list has at first, and that the button adds

const dateOf = (when) => new Date(when).toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });

// Calls onContinue(id) when the player continues a game, and onChange() when one is deleted or
// restored.
function row(store, { game, when, isHere, isElsewhere }, onContinue, onChange) {
  const made = element('li', 'saved');
  const say = (key) => { byId('games-message').textContent = t(key); };
  const named = (key, act, className) => namedButton(t(key), summaryOf(game), act, className);
  const fill = () => {
    const buttons = element('div', 'row', !isElsewhere && named('games.continue', () => onContinue(game.id), 'primary'), !isElsewhere && !isHere && named('games.delete', remove));
    made.replaceChildren(...pictureWith(game.puzzle, game.board, element('b', '', titleOf(game)),
      ...[progressOf(game), isHere ? t('games.here') : isElsewhere ? t('games.elsewhere') : dateOf(when)].map((text) => element('span', 'quiet', text)), buttons));
  };
  const remove = () => {
    store.removeGame(game);
    const undo = named('undo.do', () => {
      store.saveGame(game, when);
      fill();
      onChange();
      made.querySelector('button').focus();
      say('games.back');
    });
    made.replaceChildren(element('span', 'quiet', t('games.deleted')), undo);
    undo.focus();
    say('games.deleted');
    onChange();
  };
  fill();
  return made;
}

export async function openGames(play, store, onContinue, onChange) {
  const games = await play.savedGames();
  byId('games-message').textContent = '';
  byId('games-list').lang = currentLanguage() === 'zh' ? 'zh-CN' : 'en';
  byId('games-list').replaceChildren();
  const more = byId('games-more');
  const show = () => {
    const at = byId('games-list').children.length;
    byId('games-list').append(...games.slice(at, at + kShown).map((entry) => row(store, entry, async (id) => {
      byId('games-dialog').close();
      await onContinue(id);
    }, onChange)));
    more.hidden = at + kShown >= games.length;
    return byId('games-list').children[at];
  };
  more.onclick = () => show().querySelector('button').focus();
  show();
  byId('games-none').hidden = games.length > 0;
  openDialog('games-dialog');
}
