/** Mistakes in a menu, by place. The texts of the codes are in `locales/`, for pages and commands. */

export type Path = readonly (string | number)[];

/** Returns `categories[2].products[0].price`, for example. */
export function formatPath(path: Path): string {
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
  'noCountry',
  'noColour',
  'noCurrency',
  'tableWithoutId',
  'twice',
  'aliasTwice',
  'noDish',
  'itself',
  'noStation',
  'noStations',
  'noTax',
  'noTaxes',
  'taxInUse',
  'billsOpen',
  'weightWithoutUnit',
  'unitWithoutWeight',
  'noTime',
  'noDate',
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

/** The parameters of its text. */
export type MistakeValues = Readonly<Record<string, string | number>>;

export interface Mistake {
  readonly path: Path;
  readonly code: MistakeCode;
  readonly values: MistakeValues;
  /** The place of the first occurrence of a repeated value, `{{first}}` in the text. */
  readonly first?: Path;
  /** The name of the field is the mistake, not its value. */
  readonly atName?: boolean;
}

/**
 * Mistakes by place in the menu file, such as `merchant.taxRate` or `tables[3].name`. They are the data of a refusal
 * 400.
 */
export interface DescribedMistakes {
  readonly mistakes: readonly { readonly path: string; readonly words: string }[];
}

export function createMistake(path: Path, code: MistakeCode, values: MistakeValues = {}): Mistake {
  return { path, code, values };
}

/** Encodes a mistake as the message of a schema, because zod's messages are plain text. */
export function encodeMistake(code: MistakeCode, values: MistakeValues = {}): string {
  return JSON.stringify([code, values]);
}

export function decodeMistake(message: string): Pick<Mistake, 'code' | 'values'> {
  if (!message.startsWith('["')) return { code: 'wrong', values: {} };
  const [code, values] = JSON.parse(message) as [MistakeCode, MistakeValues];
  return { code, values };
}
