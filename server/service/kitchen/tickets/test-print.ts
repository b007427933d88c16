import type { LanguageCode } from '#contract/http/headers.ts';
import type { PaperRow } from '#contract/calls/receipt.ts';
import { loadTexts } from '#locales/load-texts.ts';
import type { TicketTexts } from '#locales/texts.ts';

const texts = await loadTexts<TicketTexts>('ticket');

interface TestFacts {
  readonly restaurant: string;
  readonly printer: string;
  readonly language: LanguageCode;
  /** Wall clock, ms. */
  readonly at: number;
  readonly timeZone: string | undefined;
}

/** Writes a test print. It shows a line of each language, so that a wrong charset is seen. */
export function writeTest({ restaurant, printer, language, at, timeZone }: TestFacts): PaperRow[] {
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return [
    { kind: 'title', text: texts[language].test },
    { kind: 'middle', text: restaurant },
    { kind: 'rule' },
    { kind: 'amount', label: printer, amount: time.format(at) },
    { kind: 'middle', text: texts['en-US'].testWorks },
    ...(language === 'en-US' ? [] : [{ kind: 'middle', text: texts[language].testWorks } as const]),
    { kind: 'rule' },
  ];
}
