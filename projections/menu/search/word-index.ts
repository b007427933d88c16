import MiniSearch, { type Options, type Query, type SearchResult } from 'minisearch';
import { readBopomofo, normalisePinyin, findSound, createSoundTokens } from './sounds.ts';
import { findHeads, isHan, listPairs, toSingular, createSearchTokens } from './tokens.ts';

/** The names of a dish or section, by weight. */
export interface Called {
  readonly name: string;
  readonly otherNames?: readonly string[] | undefined;
  /** Other names that people use. */
  readonly aliases?: readonly string[] | undefined;
}

/** The weight of a word by its field. */
const weights = {
  /** The end of a name (`findHeads`). */
  heads: 14,
  name: 12,
  otherNames: 12,
  aliasHeads: 11,
  aliases: 10,
  sounds: 9,
  diets: 8,
  initials: 3,
  description: 2,
  options: 0.6,
  allergens: 0.4,
  /** Added to the others: a dish in the section "Tea" is more likely to be meant by "tea". */
  section: 6,
} as const;
/** The restaurant's favourites come before similar dishes. */
const favourite = 1.3;
type Field = keyof typeof weights;
const fields = Object.keys(weights) as Field[];
const soundFields: readonly Field[] = ['sounds', 'initials'];
const wordFields = fields.filter((field) => field !== 'options' && !soundFields.includes(field));

/** One entry of the index, with its tokens by field. Ids are in the order of the menu. */
export type Entry = { readonly id: number; readonly isFavourite: boolean } & Readonly<
  Partial<Record<Field, readonly string[]>>
>;

/** Creates the query for a word, in one way of reading it. */
export type Reading = (word: string) => Query | undefined;

const separator = '\n';
const options: Options<Entry> = {
  fields: [...fields],
  stringifyField: (tokens: readonly string[]) => tokens.join(separator),
  tokenize: (text) => (text === '' ? [] : text.split(separator)),
  processTerm: (term) => term,
  storeFields: ['isFavourite'],
};

export function createIndex(): MiniSearch<Entry> {
  return new MiniSearch<Entry>(options);
}

/** Returns the entries that contain every word, best first. Equal ones keep the order of the menu. */
export function findEntries(index: MiniSearch<Entry>, words: readonly string[], reading: Reading): number[] {
  const queries = words.flatMap((word) => reading(word) ?? []);
  if (queries.length === 0 || queries.length < words.length) return [];
  return index
    .search({ combineWith: 'AND', queries })
    .map((result) => ({ id: result.id as number, worth: scoreOf(result) }))
    .sort((a, b) => b.worth - a.worth || a.id - b.id)
    .map(({ id }) => id);
}

/**
 * The ranking of the library prefers rare words. A diner who searches for "tea" means the teas, even if there are many.
 */
function scoreOf({ match, queryTerms, ...stored }: SearchResult): number {
  const worth = queryTerms.map((typed) => {
    const held = Object.entries(match).filter(([term]) => term.startsWith(typed));
    const calculateBest = (counted: (field: string) => boolean) =>
      Math.max(
        0,
        ...held.flatMap(([term, places]) =>
          places.filter(counted).map((field) => weights[field as Field] * calculateCloseness(typed, term)),
        ),
      );
    return calculateBest((field) => field !== 'section') + calculateBest((field) => field === 'section');
  });
  return worth.reduce((sum, each) => sum + each, 0) * (stored['isFavourite'] === true ? favourite : 1);
}

/** Returns 1 for a complete word. A beginning counts less, the more letters are missing. */
function calculateCloseness(typed: string, term: string): number {
  return typed === term ? 1 : 0.5 + (0.4 * typed.length) / term.length;
}

export function nameTokens({ name, otherNames = [], aliases = [] }: Called) {
  const all = [name, ...otherNames, ...aliases];
  const sounds = all.map(createSoundTokens);
  return {
    heads: [name, ...otherNames].flatMap(findHeads),
    aliasHeads: aliases.flatMap(findHeads),
    name: createSearchTokens(name),
    otherNames: otherNames.flatMap(createSearchTokens),
    aliases: aliases.flatMap(createSearchTokens),
    sounds: sounds.flatMap((each) => each.sounds),
    initials: sounds.flatMap((each) => each.initials),
  };
}

/** A single letter is the beginning of half of all words. */
const letterFields: readonly Field[] = ['name', 'otherNames', 'aliases'];

const createTermQuery =
  (searched: readonly Field[]) =>
  (term: string): Query => ({
    queries: [term],
    fields: [...(term.length > 1 || isHan(term) ? searched : letterFields)],
    prefix: !isHan(term),
  });
const holding = createTermQuery(wordFields);
const holdingOrOffering = createTermQuery([...wordFields, 'options']);
const createSoundQuery = (sound: string): Query => ({ queries: [sound], fields: ['sounds'], prefix: true });
const combineAny = (...queries: Query[]): Query => ({ combineWith: 'OR', queries });
const combineAll = (queries: Query[]): Query => ({ combineWith: 'AND', queries });

/** The word as it is written. Latin letters may be pinyin, and bopomofo is read by its sound. */
export const readAsWritten: Reading = (word) => {
  if (isHan(word)) return combineAll((word.length > 1 ? listPairs(word) : [word]).map(holding));
  const spoken = readBopomofo(word);
  if (spoken)
    return 'sound' in spoken ? combineAny(holding(word), createSoundQuery(spoken.sound)) : holding(word);
  return word.length > 1
    ? combineAny(holding(toSingular(word)), createSoundQuery(normalisePinyin(word)))
    : holding(word);
};

/** Chinese by its sound: in simplified characters, or in others with the same reading. */
export const readBySound: Reading = (word) => {
  const sound = isHan(word) ? findSound(word) : undefined;
  return sound === undefined ? readAsWritten(word) : createSoundQuery(sound);
};

/**
 * The options of dishes. A diner who types "beef" does not mean noodles that beef can be added to, unless there is
 * nothing else.
 */
export const readAsOption: Reading = (word) => {
  if (readBopomofo(word)) return readAsWritten(word);
  if (isHan(word)) return combineAll((word.length > 1 ? listPairs(word) : [word]).map(holdingOrOffering));
  return holdingOrOffering(toSingular(word));
};

/** nrm for 牛肉麵, ㄋㄖㄇ too. */
export const readAsInitials: Reading = (word) => {
  const spoken = readBopomofo(word);
  const initials = spoken ? ('initials' in spoken ? spoken.initials : undefined) : /^[a-z]{2,6}$/.exec(word)?.[0];
  return initials === undefined ? readAsWritten(word) : { queries: [initials], fields: ['initials'], prefix: true };
}; // prettier-ignore

/** Chinese characters in any order, with others between them. */
export const readScattered: Reading = (word) =>
  isHan(word) ? combineAll(Array.from(word, holding)) : readAsWritten(word);

/** Replaces a word by words of the menu. */
export function replaceBy(spellings: ReadonlyMap<string, readonly string[]>): Reading {
  return (word) => {
    const meant = spellings.get(word);
    return meant && meant.length > 0
      ? combineAny(...meant.map((each) => holding(toSingular(each))))
      : readAsWritten(word);
  };
}
