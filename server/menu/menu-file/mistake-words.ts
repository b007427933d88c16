import { codes } from '#contract/codes.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { formatPath, type Mistake, type Path, type DescribedMistakes } from '#contract/menu-file/mistake.ts';
import { loadTexts } from '#locales/load-texts.ts';
import type { MenuMistakeTexts } from '#locales/texts.ts';
import { fillText } from '#locales/fill-text.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';

const texts = await loadTexts<MenuMistakeTexts>('menu-mistakes');

/** Returns the text of a mistake. @param placeOf writes the place of an earlier entry that the text names */
export function describeMistake(
  { code, values, first }: Mistake,
  language: LanguageCode,
  placeOf: (path: Path) => string = formatPath,
): string {
  const filled: Mistake['values'] = first ? { ...values, first: placeOf(first) } : values;
  return fillText(texts[language][code], filled);
}

/** Creates a Refusal 400 with every mistake. */
export function refuseMistakes(mistakes: readonly Mistake[], language: LanguageCode): Refusal {
  const data: DescribedMistakes = {
    mistakes: mistakes.map((mistake) => ({
      path: formatPath(mistake.path),
      words: describeMistake(mistake, language),
    })),
  };
  const [first] = data.mistakes;
  return new Refusal(codes.badRequest, first ? `${first.path}: ${first.words}` : '', { data });
}
