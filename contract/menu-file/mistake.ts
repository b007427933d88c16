/** D55: what is wrong with a menu, by its place; the words of each code stand in `locales/`, for people and commands alike. */

export type Path = readonly (string | number)[];

/** `categories[2].products[0].price` */
export function pathText(path: Path): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : index === 0 ? key : `.${key}`))
    .join('');
}

export const mistakeCodes = [
  'notAField',
  'missing',
  'noValue',
  'wrong',
  'noText',
  'empty',
  'tooLong',
  'tooMany',
  'noCharacters',
  'hiddenCharacters',
  'notInBothLanguages',
  'noQrcode',
  'tooManyDigits',
  'noId',
  'noAmount',
  'belowZero',
  'noFraction',
  'noFlag',
  'noWhole',
  'noneOf',
  'noList',
  'noFields',
  'noDiscount',
  'noPrinterAddress',
  'noPage',
  'noTimeZone',
  'noColour',
  'noCurrency',
  'tableWithoutId',
  'twice',
  'aliasTwice',
  'noStation',
  'noStations',
  'weightWithoutUnit',
  'unitWithoutWeight',
  'noTime',
  'noTimeBetween',
  'hoursCross',
  'minAboveMax',
  'maxAboveAll',
  'minAboveAvailable',
  'tooManyDefaults',
  'tooFine',
  'finerPrices',
  'noPicture',
  'notKept',
  'pictureTooLarge',
  'unreadablePicture',
] as const;
export type MistakeCode = (typeof mistakeCodes)[number];

/** What its words are filled with. */
export type MistakeValues = Readonly<Record<string, string | number>>;

export interface Mistake {
  readonly path: Path;
  readonly code: MistakeCode;
  readonly values: MistakeValues;
  /** Where the same stands already: `{{first}}` of the words. */
  readonly first?: Path;
  /** The place is the field's name: what stands behind it is not to blame. */
  readonly atName?: boolean;
}

/** By the place in the menu file: `merchant.taxRate`, `tables[3].name`. The data of a refusal 400 (CX27, CX32). */
export interface ToldMistakes {
  readonly mistakes: readonly { readonly path: string; readonly words: string }[];
}

export function mistake(path: Path, code: MistakeCode, values: MistakeValues = {}): Mistake {
  return { path, code, values };
}

/** A message of the schema: zod carries text alone. */
export function said(code: MistakeCode, values: MistakeValues = {}): string {
  return JSON.stringify([code, values]);
}

export function readSaid(message: string): Pick<Mistake, 'code' | 'values'> {
  if (!message.startsWith('["')) return { code: 'wrong', values: {} };
  const [code, values] = JSON.parse(message) as [MistakeCode, MistakeValues];
  return { code, values };
}
