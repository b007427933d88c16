/** The texts of notices. */
import type { ImportNotice } from '#contract/calls/menu-import.ts';
import { languageCodes, type LanguageCode } from '#contract/http/headers.ts';
import { fillText } from '#locales/fill-text.ts';
import { loadTexts } from '#locales/load-texts.ts';
import type { MenuImportTexts } from '#locales/texts.ts';
import type { FileText, Notice, Place } from './source.ts';

const texts = await loadTexts<MenuImportTexts>('menu-import');

export function describeNotice({ code, place, values = {} }: Notice, language: LanguageCode): ImportNotice {
  const all: Readonly<Record<string, string>> = texts[language];
  const plural = values['count'] === 1 && `${code}_one` in all ? `${code}_one` : `${code}_other`;
  const filled = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? listNames(value, language) : value,
    ]),
  );
  return {
    place: place ? describePlace(place, language) : '',
    words: fillText(all[code] ?? all[plural] ?? '', filled),
  };
}

export function describePlace(place: Place | undefined, language: LanguageCode): string {
  const words = texts[language];
  if (!place) return words.file;
  if ('path' in place) return place.path;
  if ('line' in place) return fillText(words.line, place);
  const { row, column } = place;
  return column === undefined ? fillText(words.row, { row }) : fillText(words.cell, { row, column });
}

/** Most names in one text. */
const mostNames = 12;

function listNames(names: readonly string[], language: LanguageCode): string {
  const shown = names.slice(0, mostNames).join(', ');
  const count = names.length - mostNames;
  return count > 0 ? fillText(texts[language].more, { names: shown, count }) : shown;
}

/** A text of ours as the name of an entry. */
export function createFileText(key: 'otherItems' | 'variation' | 'extras'): FileText {
  return Object.fromEntries(languageCodes.map((language) => [language, texts[language][key]]));
}
