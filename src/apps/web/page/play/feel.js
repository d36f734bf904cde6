// @ts-check
// Sounds and vibration for what the player does, if the settings ask for them.
const kKinds = {
  'said.digit': 'digit', 'said.note': 'digit', 'said.centre': 'digit', 'said.conflict': 'wrong', 'said.wrong': 'wrong', 'submit.full': 'wrong',
  'learn.wrong': 'wrong', 'learn.other': 'wrong', 'submit.solved': 'solved', 'learn.found': 'solved',
};
// The tones of each kind: [frequency in Hz, length in s].
const kTones = { digit: [[700, 0.06]], wrong: [[170, 0.2]], solved: [[523, 0.12], [659, 0.12], [784, 0.3]] };
const kBuzz = { digit: 12, wrong: [40, 60, 40], solved: 200 };  // ms
const kVolume = 0.12;

/** @type {AudioContext | null} */
let audio = null;

// `key`: the message about the move.
export function feel(key, { sound, vibration }) {
  const kind = kKinds[key];
  if (!kind) return;
  if (vibration) navigator.vibrate?.(kBuzz[kind]);
  if (!sound) return;
  audio ??= new AudioContext();
  let begin = audio.currentTime;
  for (const [frequency, length] of kTones[kind]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(kVolume, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    begin += length;
    tone.stop(begin);
  }
}
