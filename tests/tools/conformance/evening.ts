/** A journey of the command, without its command line. */
import { askerOf } from '#tools/conformance/ask.ts';
import { playJourney, type JourneyOptions } from '#tools/conformance/journey.ts';
import type { Note } from '#tools/conformance/steps.ts';
import { noteWriter } from '#tools/conformance/words.ts';

export interface Evening {
  readonly orderId: string | undefined;
  readonly notes: readonly Note[];
  /** What the command prints of them. */
  readonly text: string;
  readonly failures: readonly string[];
}

let browsers = 0;

export async function playAt(
  base: string,
  where: Pick<JourneyOptions, 'merchantId' | 'qrcodeId'> & Partial<JourneyOptions>,
): Promise<Evening> {
  const notes: Note[] = [];
  const orderId = await playJourney(askerOf(base, where.merchantId), {
    codeFor: () => Promise.reject(new Error('no code is expected')),
    newBrowserId: () => `browser-${(browsers += 1)}`,
    note: (note) => void notes.push(note),
    ...where,
  });
  return {
    orderId,
    notes,
    text: notes.flatMap(noteWriter()).join('\n'),
    failures: notes.filter(({ verdict }) => verdict === 'fails').map(({ of, found }) => `${of}: ${found}`),
  };
}
