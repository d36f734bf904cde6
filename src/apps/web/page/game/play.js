// @ts-check
// The session: the current game, what covers the board, and every command of the player. This
// module does not use the page. Views read its fields and update on onChange(). onSeated() is called
// when another game is put on the board, onSolved() at the end of a game, and onTried() after each
// move in the position of a lesson. Messages go to say(), and now() returns the time in ms.
import * as api from '../engine/api.js';
import { Game } from './game.js';
import { Hints } from '../hints/hints.js';
import { dailyOf } from './daily.js';
import { kNine } from './geometry.js';
import { bitOf, conflictsOf, countsOf } from './rules.js';
import { Judge } from './judge.js';
import { isSolvedDaily, recordResult } from './results.js';
import { recordTime } from './times.js';

const kAskBeyond = 5;  // a game with more moves than this is not discarded without asking

export class Play {
  #store;
  #settings;
  #now;
  #isHidden = false;
  #judge = new Judge();

  constructor({ store, settings, now, say, onSeated, onChange, onSolved, onTried }) {
    this.#store = store;
    this.#settings = settings;
    this.#now = now;
    this.say = say;
    this.onSeated = onSeated;
    this.onChange = onChange;
    this.onSolved = onSolved;
    this.onTried = onTried;
    this.hints = new Hints(this, settings);
    this.game = null;
    // What covers the board: 'paused', or null for nothing. 'replay': the board shows the moves of a
    // finished game. 'walk': the board shows the solution of a puzzle (walk.js). 'lost': the limit
    // of mistakes is reached.
    this.cover = null;
    this.cell = 40;           // the cell of the cursor
    this.chosen = [40];       // the selected cells, including the cell of the cursor
    this.mode = 'digit';      // what a digit key enters: 'digit', 'note', 'centre' or 'colour'
    this.armed = 0;           // the chosen digit of digit-first entry, or 0
    this.filter = 0;          // the only digit whose places the board shows, or 0
    this.place = 0;           // place of the finished game in the best times, or 0
    this.replayEnd = 0;       // the number of moves of a replay
    this.comparison = null;   // compares the finished game with earlier games (results.js), or null
  }

  get isEditing() {
    return this.game?.source === 'edit';
  }
  get geometry() {
    return this.game?.geometry ?? kNine;
  }
  // True for the position of a lesson: it is not saved, and has no end.
  get isTask() {
    return this.game?.source === 'learn';
  }
  get isOpen() {
    return this.game !== null && this.cover === null && !this.game.isDone;
  }
  // The digits that the engine reported as wrong: cell -> digit.
  get mistakes() {
    return this.#judge.mistakes;
  }
  // The number of mistakes that end the game, or 0 if the game has no limit.
  get limit() {
    return this.game && !this.isEditing && !this.isTask && !this.game.isFree && this.#settings.mistakeLimit !== 'off' ? Number(this.#settings.mistakeLimit) : 0;
  }
  get wouldLose() {
    return this.game !== null && !this.game.isDone && this.game.log.length > kAskBeyond;
  }
  // The hint that is open, or null. A hint is shown only while the board has the digits for which
  // the hint was made. So it stays open when the player changes notes or reloads the page.
  get explained() {
    const hint = this.game?.hint;
    return hint?.isOpen && this.isOpen && hint.board === this.game.board ? hint : null;
  }
  get counts() {
    return countsOf(this.game ? this.game.digits : Array(81).fill(0), this.geometry);
  }

  // ---- restoring, saving and leaving a game
  // Restores the saved game. Resolves to true if the page shows the same game as before a reload.
  async wake() {
    const { game, isReload, isBroken } = await this.#store.findGame();
    if (isBroken) this.say('storage.broken', {}, 'bad');
    this.#store.prune();
    if (game) await this.#seat(game, isBroken);
    return isReload;
  }
  async #seat(game, keepsMessage = false, redraw = this.onChange) {
    this.game?.clock.stop(this.#now());
    this.#leaveReplay();
    this.game = game;
    this.cover = game.isLost ? 'lost' : game.isPaused ? 'paused' : null;
    // The next game has the level of this game, unless the player chooses another level.
    if (game.level) this.#settings.set('level', game.level);
    this.armed = 0;
    this.filter = 0;
    this.mode = 'digit';
    this.#keepCursor();
    this.chosen = [this.cell];
    game.isAuto = this.#hasAutoNotes(game);
    if (!keepsMessage) this.say(null);
    this.#judge.reset();
    this.#runClock();
    redraw();
    await this.#store.adopt(game);
    this.save();
    this.#checkMistakes();
  }
  // A small board does not have every cell on which the cursor has been.
  #keepCursor() {
    const { cells } = this.geometry;
    if (!cells.includes(this.cell)) this.cell = cells[Math.floor(cells.length / 2)];
  }
  #hasAutoNotes({ source }) {
    return this.#settings.autoNotes && !['edit', 'learn'].includes(source);
  }
  #show(game) {
    return this.#seat(game, false, this.onSeated);
  }
  save() {
    if (!this.game || this.isTask || this.cover === 'replay') return;
    this.game.clock.advance(this.#now());
    this.#store.saveGame(this.game);
  }

  #runClock() {
    if (!this.game) return;
    if (this.isOpen && !this.isEditing && !this.#isHidden) this.game.clock.start(this.#now());
    else this.game.clock.stop(this.#now());
  }
  tick() {
    this.game?.clock.advance(this.#now());
  }
  setHidden(isHidden) {
    this.#isHidden = isHidden;
    this.#runClock();
    if (isHidden) this.save();
  }
  #setCover(cover) {
    this.#leaveReplay();
    this.cover = cover;
    if (this.game && cover !== 'walk') this.game.isPaused = cover === 'paused';
    this.#runClock();
    this.save();
    this.onChange();
  }
  pause() {
    if (!this.isOpen || this.isEditing) return;
    this.#setCover('paused');
    this.say('pause.title');
  }
  resume() {
    if (!this.game || this.cover === 'replay') return;
    this.#setCover(this.game.isLost ? 'lost' : null);
    this.say(null);
  }
  // startWalk() gives the board to the solver view, and endWalk() takes it back.
  startWalk() {
    if (this.cover === 'walk') return;
    this.#before = this.cover === 'replay' ? null : this.cover;
    this.#setCover('walk');
    this.say(null);
  }
  // A game whose solution was shown does not count in the lists of times and results.
  seeSolution(puzzle) {
    if (this.game?.puzzle !== puzzle || this.game.isReplay) return;
    this.game.isReplay = true;
    this.save();
  }
  endWalk() {
    if (this.cover !== 'walk') return;
    this.#keepCursor();
    this.#setCover(this.#before);
  }
  #before = null;

  // ---- new games
  // newGame() and newDaily() resolve to false if the engine could not make the puzzle.
  async newGame(level) {
    const made = await this.#make(level);
    if (made) this.start(made);
    return made !== null;
  }
  async #make(level, seed = undefined) {
    try {
      return { ...(await api.newPuzzle(level, seed)), source: 'made' };
    } catch (error) {
      this.sayFailure(error);
      return null;
    }
  }
  // Continues or starts the puzzle of the day. If the player has solved it before, the new game
  // does not count.
  async newDaily(date) {
    const { day, level, seed } = dailyOf(date);
    const begun = this.#store.games().find(({ game }) => game?.daily === day && !game.isDone);
    if (begun && (await this.open(begun.id))) return true;
    const made = await this.#make(level, seed);
    if (!made) return false;
    this.start({ ...made, daily: day });
    this.game.isReplay = isSolvedDaily(this.#store, day);
    return true;
  }
  // `puzzle`: a puzzle, or the game of a position.
  start(puzzle, isKept = this.#leave()) {
    const seated = this.#show(puzzle instanceof Game ? puzzle : new Game(puzzle));
    this.say(isKept ? 'new.kept' : 'new.started', { clues: this.geometry.cells.length - this.counts[0] });
    return seated;
  }
  // Starts the puzzle that was typed in the editor. Another game may have been open before the
  // editor was opened. That game stays saved only if it is unfinished and has a move or a hint.
  startTyped(puzzle) {
    const { parked } = this.game;
    const before = parked ? this.#store.load(parked) : null;
    this.#store.removeGame(this.game);
    if (before && !before.isBegun) this.#store.removeGame(before);
    this.game = null;
    return this.start(puzzle, before?.isBegun === true);
  }
  // Saves the current game if it is unfinished and has a move or a hint. Otherwise removes it from
  // the store. Returns true if the game is kept.
  #leave() {
    if (!this.game) return false;
    if (!this.game.isBegun) this.#store.removeGame(this.game);
    else this.save();
    return this.game.isBegun;
  }

  // ---- several saved games
  // The unfinished games, newest first: { game, when, isHere, isElsewhere }. `isHere`: this is the
  // current game. `isElsewhere`: another tab has opened this game.
  async savedGames() {
    this.save();
    const elsewhere = await this.#store.openElsewhere();
    return this.#store.games().filter(({ id, game }) => game && (game.isBegun || id === this.game?.id) && !game.isDone)
      .map(({ id, game, when }) => ({ game, when, isHere: id === this.game?.id, isElsewhere: elsewhere.has(id) }));
  }
  // Continues a saved game. Returns false if the store does not have the game any more.
  async open(id) {
    if (this.game?.id === id) {
      this.resume();
      this.onSeated();
      return true;
    }
    const game = this.#store.load(id);
    if (!game) return false;
    this.#leave();
    game.isPaused = false;
    await this.#show(game);
    return true;
  }

  // Removes the player's digits and notes. After a win or a loss, starts a new game of the same
  // puzzle at 0:00.
  restart() {
    const { game } = this;
    if (!game || (this.cover && this.cover !== 'lost')) return;
    if (game.isDone || game.isLost) {
      const again = new Game(game);
      again.isReplay = true;
      this.#store.removeGame(game);
      this.#seat(again);
    } else {
      this.after(game.restart());
    }
  }

  // ---- typing a puzzle
  edit(digits = '0'.repeat(81)) {
    const game = new Game({ puzzle: '0'.repeat(digits.length), source: 'edit' });
    this.save();
    game.parked = this.isEditing ? this.game.parked : this.game?.id ?? null;
    game.cells.forEach((cell, index) => digits[index] !== '0' && game.enter(cell, Number(digits[index]), false));
    return this.#show(game);
  }
  leaveEditor() {
    const { parked } = this.game;
    this.#store.removeGame(this.game);
    const game = parked && this.#store.load(parked);
    if (game) return this.#seat(game);
    this.game = null;
    this.#setCover(null);
    return null;
  }

  // ---- moves
  // Only this class and other parts of the session, such as hints.js, call after(), sayFailure()
  // and finishIfSolved().
  after(hasChanged) {
    if (hasChanged) {
      this.say(null);
      this.save();
      this.#checkMistakes();
      if (this.isTask) queueMicrotask(this.onTried);
    }
    this.onChange();
    return hasChanged;
  }
  select(cell) {
    this.cell = cell;
    this.chosen = [cell];
    this.onChange();
  }
  // Adds the cell to the selection.
  extend(cell) {
    this.cell = cell;
    if (!this.chosen.includes(cell)) this.chosen.push(cell);
    this.onChange();
  }
  // Adds the cell to the selection, or removes it if another cell stays selected.
  toggle(cell) {
    if (!this.chosen.includes(cell) || this.chosen.length === 1) {
      this.extend(cell);
      return;
    }
    this.chosen = this.chosen.filter((each) => each !== cell);
    this.cell = this.chosen.at(-1);
    this.onChange();
  }
  // Enters a digit, a note, a centre mark or a colour. If several cells are selected, a digit
  // becomes a note in each of them.
  put(digit, mode = this.mode) {
    if (!this.isOpen || digit > this.geometry.size) return;
    if (this.isEditing) this.enter(this.cell, digit);
    else if (mode === 'colour') this.#colour(digit);
    else if (mode === 'centre') this.#centre(digit);
    else if (mode === 'note' || this.chosen.length > 1) this.#note(digit);
    else this.enter(this.cell, digit);
  }
  enter(cell, digit) {
    if (!this.isOpen || this.game.isGiven(cell)) return;
    if (!this.after(this.game.enter(cell, digit, this.#settings.removesNotes && !this.isEditing))) return;
    if (this.finishIfSolved()) return;
    if (this.game.verdict === 'wrong' && !this.isEditing) this.say('submit.full', {}, 'bad');
    else this.#announce(this.#isConflict(cell) ? 'said.conflict' : 'said.digit', { digit, cell });
  }
  #note(digit) {
    if (!this.after(this.game.toggleNote(this.chosen, digit))) return;
    this.#announceMark(this.game.notesAt(this.#open) & bitOf(digit) ? 'said.note' : 'said.no-note', { digit });
  }
  #centre(digit) {
    if (!this.after(this.game.toggleCentre(this.chosen, digit))) return;
    this.#announceMark(this.game.centres[this.#open] & bitOf(digit) ? 'said.centre' : 'said.no-centre', { digit });
  }
  #colour(colour) {
    if (!this.after(this.game.toggleColour(this.chosen, colour))) return;
    this.#announceMark(this.game.colours[this.cell] ? 'said.colour' : 'said.no-colour', { colour });
  }
  // The first selected cell that has no digit.
  get #open() {
    return this.chosen.find((cell) => this.game.digits[cell] === 0) ?? this.cell;
  }
  #announceMark(key, values) {
    this.#announce(key, this.chosen.length > 1 ? { ...values, cells: this.chosen.length } : { ...values, cell: this.cell });
  }
  erase() {
    if (this.isOpen && this.after(this.game.erase(this.chosen))) this.#announceMark('said.erased', {});
  }
  #isConflict(cell) {
    return (this.#settings.mistakes !== 'off' || this.isEditing) && conflictsOf(this.game.digits, this.geometry).includes(cell);
  }
  // Announces to screen readers what the board shows.
  #announce(key, values = {}) {
    this.say(key, values, 'hidden');
  }
  fillNotes() {
    if (this.isOpen && !this.game.isAuto) this.after(this.game.fillNotes());
  }
  clearNotes() {
    if (this.isOpen) this.after(this.game.clearNotes());
  }
  undo() {
    if (this.isOpen && this.after(this.game.undo())) this.#announce('said.undone', { n: this.game.at });
  }
  redo() {
    if (this.isOpen && this.after(this.game.redo())) this.#announce('said.redone', { n: this.game.log.length - this.game.at });
  }
  // Undoes moves until all digits on the board agree with a solution.
  async undoMistakes() {
    const { game } = this;
    if (!this.isOpen || this.isEditing) return;
    const position = game.at;
    let isFound = false;
    try {
      for (;;) {
        const { mistakes } = await api.check(game.puzzle, game.board);
        if (this.game !== game || mistakes.length === 0) break;
        isFound = true;
        game.seek(Math.min(...mistakes.map((cell) => game.positionBefore(cell))));
      }
    } catch (error) {
      this.sayFailure(error);
      return;
    }
    this.after(game.at !== position);
    this.say(isFound ? 'mistakes.undone' : 'mistakes.none', { n: position - game.at }, isFound ? 'quiet' : 'good');
  }
  // Switches to the mode. If this mode is on already, switches back to 'digit'.
  setMode(mode) {
    this.mode = this.mode === mode ? 'digit' : mode;
    this.onChange();
  }
  arm(digit) {
    this.armed = this.armed === digit ? 0 : digit;
    this.onChange();
  }
  // Shows only the places of one digit. The same digit again shows all digits.
  filterBy(digit = this.game?.digits[this.cell] || this.armed || this.filter || 1) {
    if (!this.isOpen || this.isEditing) return;
    this.filter = this.filter === digit ? 0 : digit;
    this.onChange();
    this.#announce(this.filter ? 'said.filter' : 'said.no-filter', { digit });
  }

  // ---- checks against the solution
  settingsChanged() {
    this.#judge.reset();
    if (this.game) this.game.isAuto = this.#hasAutoNotes(this.game);
    this.#checkMistakes();
    this.onChange();
  }
  async #checkMistakes() {
    const { game } = this;
    if (!game || this.isEditing || game.isDone || (this.#settings.mistakes !== 'solution' && !this.limit)) return;
    try {
      await this.#judge.check(game, (found) => {
        if (this.game !== game) return;
        if (found !== undefined) this.#announce('said.wrong', { digit: game.digits[found], cell: found });
        if (this.limit && game.countMistakes(this.mistakes) >= this.limit) this.#lose();
        this.onChange();
      });
    } catch (error) {
      this.sayFailure(error);
    }
  }
  // Called when the limit of mistakes is reached. If the player continues nevertheless, the game
  // does not count.
  #lose() {
    if (!this.isOpen) return;
    this.game.isLost = true;
    this.#setCover('lost');
    this.say('limit.lost', {}, 'hidden');
  }
  goOn() {
    Object.assign(this.game, { isLost: false, isFree: true, isReplay: true });
    this.#setCover(null);
  }
  sayFailure(error) {
    this.say(api.failureKey(error), error, 'bad');
  }

  // ---- the end
  submit() {
    if (!this.isOpen || this.isEditing || this.finishIfSolved()) return;
    const { verdict } = this.game;
    this.say(`submit.${verdict}`, { n: this.counts[0] }, 'bad');
  }
  // Ends the game if the board is full and correct, even if the player did not press Submit.
  // Otherwise returns false.
  finishIfSolved() {
    if (this.isEditing || this.isTask || this.game.verdict !== 'solved') return false;
    this.game.clock.stop(this.#now());
    this.game.isDone = true;
    this.armed = 0;
    // The player may have solved the same puzzle of the day in another tab.
    if (this.game.daily && isSolvedDaily(this.#store, this.game.daily)) this.game.isReplay = true;
    this.place = recordTime(this.#store, this.game, Date.now());
    this.comparison = recordResult(this.#store, this.game, Date.now());
    this.save();
    this.onChange();
    this.say('submit.solved', {}, 'hidden');
    this.onSolved();
    return true;
  }
  // Shows the moves of the finished game again (replay_view.js). Until the end of this, the game is
  // not saved.
  watch() {
    if (!this.game?.isDone || this.cover) return;
    this.replayEnd = this.game.at;
    this.cover = 'replay';
    this.seekReplay(0);
  }
  seekReplay(at) {
    if (this.cover !== 'replay') return;
    this.game.seek(Math.max(0, Math.min(this.replayEnd, at)));
    const [changed] = this.game.log[this.game.at - 1]?.after ?? [];
    this.chosen = changed ? [changed[0]] : [];
    this.cell = changed?.[0] ?? this.cell;
    this.onChange();
  }
  // Gives the board the end of the game again.
  #leaveReplay() {
    if (this.cover !== 'replay') return;
    this.game.seek(this.replayEnd);
    this.chosen = [this.cell];
  }
  stopWatching() {
    if (this.cover === 'replay') this.#setCover(null);
  }
}
