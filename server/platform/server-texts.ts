/**
 * The server's own texts, from `locales/…/server.ts`. A text is named by its groups and its own name.
 *
 *     throw new Refusal(codes.notFound, getServerTexts('orders.closed'));
 *     const text = getServerText(language, 'sms.ready', { restaurant, serial });
 */
import type { LanguageCode } from '#contract/http/headers.ts';
import { writeTexts, type Localized } from '#contract/menu-file/localized.ts';
import type english from '#locales/en-US/server.ts';
import { fillText } from '#locales/fill-text.ts';
import { loadTexts } from '#locales/load-texts.ts';
import type { ServerTexts } from '#locales/texts.ts';

const texts = await loadTexts<ServerTexts>('server');

type Names<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? Name : `${Name}.${Names<Tree[Name]>}`;
}[keyof Tree & string];
type Find<Tree, Name> = Name extends keyof Tree
  ? Tree[Name]
  : Name extends `${infer Group}.${infer Rest}`
    ? Group extends keyof Tree
      ? Find<Tree[Group], Rest>
      : never
    : never;
type Placeholders<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

export type ServerTextName = Names<typeof english>;
type PlaceholdersOf<Name extends ServerTextName> = Placeholders<Find<typeof english, Name>>;
type Values<Name extends ServerTextName> = Readonly<Record<PlaceholdersOf<Name>, string | number>>;
/** A text without placeholders takes no values. Values may differ by language. */
type Filling<Name extends ServerTextName> = [PlaceholdersOf<Name>] extends [never]
  ? []
  : [values: Values<Name> | ((language: LanguageCode) => Values<Name>)];

/** Returns a text in all languages, for a reader whose language is not known yet. */
export function getServerTexts<Name extends ServerTextName>(
  name: Name,
  ...filling: Filling<Name>
): Localized {
  return writeTexts((language) => getServerText(language, name, ...filling));
}

export function getServerText<Name extends ServerTextName>(
  language: LanguageCode,
  name: Name,
  ...[values]: Filling<Name>
): string {
  const text = findText(language, name);
  return fillText(text, (typeof values === 'function' ? values(language) : values) ?? {});
}

function findText(language: LanguageCode, name: string): string {
  type Tree = { readonly [name: string]: string | Tree };
  const found = name
    .split('.')
    .reduce<string | Tree | undefined>(
      (tree, part) => (typeof tree === 'object' ? tree[part] : undefined),
      texts[language],
    );
  if (typeof found !== 'string') throw new Error(`there is no text ${name} in ${language}`);
  return found;
}
