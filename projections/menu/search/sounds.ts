import { toPlainText } from '../plain-text.ts';
import { otherSounds, usualSounds } from './sound-table.ts';
import { isHan, splitIntoRuns } from './tokens.ts';

let known: ReadonlyMap<string, readonly string[]> | undefined;

/**
 * Returns the readings of a character in pinyin without tones, the usual one first. Characters that menus do not use
 * have none.
 */
function listReadings(character: string): readonly string[] {
  known ??= read(usualSounds + otherSounds);
  return known.get(character) ?? [];
}

function read(table: string): Map<string, string[]> {
  const sounds = new Map<string, string[]>();
  for (const [, syllable, characters] of table.matchAll(/([a-z]+)([^a-z]+)/g))
    for (const character of characters!) {
      const readings = sounds.get(character);
      if (readings) readings.push(syllable!);
      else sounds.set(character, [syllable!]);
    }
  return sounds;
}

/** Returns the usual reading of a run of Chinese, or undefined if one of its characters has none. */
export function findSound(run: string): string | undefined {
  const syllables = Array.from(run, (character) => listReadings(character)[0]);
  return syllables.includes(undefined) ? undefined : syllables.join('');
}

/**
 * Returns what the index stores of a Chinese text's sound: from each character to the end of its run, so that a
 * beginning of it matches.
 */
export function createSoundTokens(text: string): { sounds: string[]; initials: string[] } {
  const sounds: string[] = [];
  const initials: string[] = [];
  for (const run of splitIntoRuns(toPlainText(text)).filter(isHan)) {
    const characters = Array.from(run, listReadings);
    for (const start of characters.keys()) {
      const end = characters.findIndex((readings, at) => at >= start && readings.length === 0);
      const rest = characters.slice(start, end < 0 ? undefined : end);
      sounds.push(...combineReadings(rest));
      if (rest.length > 1) initials.push(rest.map(([usual]) => usual![0]).join(''));
    }
  }
  return { sounds, initials };
}

/**
 * Combines readings: all usual ones, and each character once in another reading. Words with two unusual readings are
 * rare in menus.
 */
function combineReadings(characters: readonly (readonly string[])[]): string[] {
  if (characters.length === 0) return [];
  const usual = characters.map(([first]) => first!);
  const others = characters.flatMap((readings, at) =>
    readings.slice(1).map((other) => usual.with(at, other).join('')),
  );
  return [usual.join(''), ...others];
}

/** Returns the parts of a text that begin with a sound or with these initials, to be marked. */
export function findStretches(text: string, sound: string): string[] {
  return splitIntoRuns(toPlainText(text))
    .filter(isHan)
    .flatMap((run) => {
      const characters = Array.from(run);
      return characters.flatMap((_, start) => {
        const length = countCovered(characters.slice(start), sound);
        return length > 0 ? [characters.slice(start, start + length).join('')] : [];
      });
    });
}

/** Returns how many of the characters a sound covers, or 0 if it does not match. */
function countCovered(characters: readonly string[], sound: string): number {
  const [first, ...rest] = characters;
  if (first === undefined) return 0;
  for (const reading of listReadings(first)) {
    if (reading.startsWith(sound)) return 1;
    if (!sound.startsWith(reading)) continue;
    const further = countCovered(rest, sound.slice(reading.length));
    if (further > 0) return 1 + further;
  }
  return 0;
}

const initialSounds: Readonly<Record<string, string>> = {
  ㄅ: 'b', ㄆ: 'p', ㄇ: 'm', ㄈ: 'f', ㄉ: 'd', ㄊ: 't', ㄋ: 'n', ㄌ: 'l', ㄍ: 'g', ㄎ: 'k', ㄏ: 'h', ㄐ: 'j', ㄑ: 'q',
  ㄒ: 'x', ㄓ: 'zh', ㄔ: 'ch', ㄕ: 'sh', ㄖ: 'r', ㄗ: 'z', ㄘ: 'c', ㄙ: 's',
}; // prettier-ignore

/** Finals, as pinyin writes them after a consonant and alone. */
const rimes: Readonly<Record<string, readonly [after: string, alone: string]>> = {
  ㄚ: ['a', 'a'], ㄛ: ['o', 'o'], ㄜ: ['e', 'e'], ㄝ: ['e', 'e'], ㄞ: ['ai', 'ai'], ㄟ: ['ei', 'ei'], ㄠ: ['ao', 'ao'],
  ㄡ: ['ou', 'ou'], ㄢ: ['an', 'an'], ㄣ: ['en', 'en'], ㄤ: ['ang', 'ang'], ㄥ: ['eng', 'eng'], ㄦ: ['er', 'er'],
  ㄧ: ['i', 'yi'], ㄧㄚ: ['ia', 'ya'], ㄧㄛ: ['io', 'yo'], ㄧㄝ: ['ie', 'ye'], ㄧㄞ: ['iai', 'ya'], ㄧㄠ: ['iao', 'yao'],
  ㄧㄡ: ['iu', 'you'], ㄧㄢ: ['ian', 'yan'], ㄧㄣ: ['in', 'yin'], ㄧㄤ: ['iang', 'yang'], ㄧㄥ: ['ing', 'ying'],
  ㄨ: ['u', 'wu'], ㄨㄚ: ['ua', 'wa'], ㄨㄛ: ['uo', 'wo'], ㄨㄞ: ['uai', 'wai'], ㄨㄟ: ['ui', 'wei'], ㄨㄢ: ['uan', 'wan'],
  ㄨㄣ: ['un', 'wen'], ㄨㄤ: ['uang', 'wang'], ㄨㄥ: ['ong', 'weng'],
  ㄩ: ['u', 'yu'], ㄩㄝ: ['ue', 'yue'], ㄩㄢ: ['uan', 'yuan'], ㄩㄣ: ['un', 'yun'], ㄩㄥ: ['iong', 'yong'],
}; // prettier-ignore

const syllable = /([ㄅ-ㄙ])?([ㄧㄨㄩ]?[ㄚ-ㄦ]?)([ˊˇˋˉ])?/gu;

/** Converts bopomofo to pinyin. Initials become their first letters. Returns undefined for other text. */
export function readBopomofo(
  word: string,
): { readonly sound: string } | { readonly initials: string } | undefined {
  if (!/^[ㄅ-ㄩˊˇˋˉ]+$/u.test(word)) return undefined;
  const parts = [...word.matchAll(syllable)].filter(([whole]) => whole !== '');
  if (parts.length > 1 && parts.every(([, , rime, tone]) => rime === '' && tone === undefined))
    return { initials: parts.map(([, initial = '']) => initialSounds[initial]?.[0] ?? '').join('') };
  const sound = parts.map(([, initial, rime = '', tone], at) => {
    const consonant = initial === undefined ? '' : (initialSounds[initial] ?? '');
    if (rime !== '') return consonant + (rimes[rime]?.[initial === undefined ? 1 : 0] ?? '');
    // The last syllable may be incomplete.
    const isWhole = tone !== undefined || at < parts.length - 1;
    return isWhole && /^(?:[zcs]h?|r)$/.test(consonant) ? `${consonant}i` : consonant;
  });
  return { sound: sound.join('') };
}

/** Normalises typed pinyin: without tones, with u for ü. */
export function normalisePinyin(word: string): string {
  return word.replaceAll(/(?<=[a-z])[1-5]/g, '').replaceAll(/(?<=[ln])v/g, 'u');
}
