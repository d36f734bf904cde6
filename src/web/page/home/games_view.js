// @ts-check
// The dialog of the saved games. Each game has a picture, and buttons to continue or delete it. A
// deleted game can be brought back until the dialog is closed.
import { stillBoard } from '../play/board.js';
import { formatTime } from '../game/clock.js';
import { button, byId, element, openDialog } from '../shared/elements.js';
import { currentLanguage, t } from '../shared/strings.js';
import { summaryOf, titleOf } from '../shared/summary.js';

const dateOf = (when) => new Date(when).toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });

function named(text, game, onClick, className) {
  const made = button(text, onClick, className);
  made.setAttribute('aria-label', `${text}: ${summaryOf(game)}`);
  return made;
}

// Calls onContinue(id) when the player continues a game, and onChange() when one is deleted or
// restored.
function row(store, entry, onContinue, onChange) {
  const { game, when, isHere, isElsewhere } = entry;
  const made = element('li', 'saved');
  const say = (key) => { byId('games-message').textContent = t(key); };
  const fill = () => {
    const picture = stillBoard(game.puzzle, game.board);
    picture.setAttribute('aria-hidden', 'true');
    const { filled, open } = game.progress;
    const words = element('div', 'words');
    words.append(element('b', '', titleOf(game)),
      element('span', 'quiet', t('games.progress', { time: formatTime(game.elapsed), filled, open })),
      element('span', 'quiet', isHere ? t('games.here') : isElsewhere ? t('games.elsewhere') : dateOf(when)));
    const buttons = element('div', 'row');
    if (!isElsewhere) buttons.append(named(t('games.continue'), game, () => onContinue(game.id), 'primary'));
    if (!isElsewhere && !isHere) buttons.append(named(t('games.delete'), game, remove));
    words.append(buttons);
    made.replaceChildren(picture, words);
  };
  const remove = () => {
    store.removeGame(game);
    const undo = named(t('undo.do'), game, () => {
      store.putBack(game, when);
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
  byId('games-list').replaceChildren(...games.map((entry) => row(store, entry, async (id) => {
    byId('games-dialog').close();
    await onContinue(id);
  }, onChange)));
  byId('games-none').hidden = games.length > 0;
  openDialog('games-dialog');
}
