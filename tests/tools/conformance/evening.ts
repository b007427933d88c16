/** One run of the conformance command, without its command line. */
import { listen, type ListenOptions } from '#testing/foreign-server/http.ts';
import { createSwitches, setSwitch } from '#testing/foreign-server/switches.ts';
import { createAsk } from '#tools/conformance/ask.ts';
import { runConformance, type Outcome } from '#tools/conformance/run.ts';
import type { RunOptions } from '#tools/conformance/context.ts';
import type { Note } from '#tools/conformance/steps.ts';
import { createNoteWriter } from '#tools/conformance/words.ts';

export interface Evening extends Outcome {
  readonly notes: readonly Note[];
  /** The text that the command prints for the notes. */
  readonly text: string;
  readonly failures: readonly string[];
  /** True if the command would end with status 0. */
  readonly isGood: boolean;
}

let browsers = 0;

export async function playAt(
  base: string,
  where: Pick<RunOptions, 'merchantId' | 'qrcodeId'> & Partial<RunOptions>,
): Promise<Evening> {
  const notes: Note[] = [];
  const outcome = await runConformance(createAsk(base, where.merchantId), {
    codeFor: () => Promise.reject(new Error('no code is expected')),
    newBrowserId: () => `browser-${(browsers += 1)}`,
    note: (note) => void notes.push(note),
    ...where,
  });
  return {
    ...outcome,
    notes,
    text: notes.flatMap(createNoteWriter()).join('\n'),
    failures: notes
      .filter(({ result: verdict }) => verdict === 'fails')
      .map(({ of, found }) => `${of}: ${found}`),
    isGood: outcome.orderId !== undefined && outcome.counts.fails === 0,
  };
}

/** The phone number of the member who orders. */
export const phone = '2125550123';

/** Plays an evening at the first table of the foreign server. Unless `as` changes it, a member orders and knows the code. */
export async function playAtForeignServer(
  assignments: readonly string[],
  as: Partial<RunOptions> = {},
  more: Partial<ListenOptions> = {},
): Promise<Evening> {
  const [evening] = await playOnAndOn(assignments, [as], more);
  return evening!;
}

/** Plays one evening after the other at the same table. */
export async function playOnAndOn(
  assignments: readonly string[],
  each: readonly Partial<RunOptions>[],
  more: Partial<ListenOptions> = {},
): Promise<Evening[]> {
  // Without a hub there is no URL to connect to, and the failure may take seconds.
  const hasHub = more.webPubSubConnectionString !== undefined;
  const switches = createSwitches({ slowMs: 20, negotiateAnswer: hasHub ? 'text' : 'url' });
  for (const assignment of assignments) {
    const mistake = setSwitch(switches, assignment);
    if (mistake !== undefined) throw new Error(mistake);
  }
  const { restaurant, address, close } = await listen({ port: 0, switches, ...more });
  try {
    const [table] = restaurant.tables;
    const where = {
      merchantId: restaurant.settings.merchantId,
      qrcodeId: table!.qrcodeId,
      phone,
      codeFor: (to: string) => Promise.resolve(restaurant.staff.codeSentTo(to) ?? ''),
      ...(switches.orderCode === 'needed' && { orderCode: restaurant.staff.orderCodeOf(table!.id) }),
    };
    const evenings: Evening[] = [];
    for (const as of each) evenings.push(await playAt(address, { ...where, ...as }));
    return evenings;
  } finally {
    await close();
  }
}
