import * as fc from 'fast-check';
import type { CartEvent } from '#events/cart/registry.ts';
import { append, emptyLog } from '#events/records/log.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { decide, type Command } from '#sync/commands/decide.ts';
import { observeStamps, createEvent, type Writer } from '#sync/commands/create-event.ts';

/** A step at the table: a replica acts, or receives the events of another one. */
type Step =
  | { kind: 'act'; replica: number; choice: number; product: number; note: number; quantity: number }
  | { kind: 'hear'; replica: number; from: number };

const replicas = 3;
const notes = ['', 'no ice', 'extra hot'];

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('act' as const),
      replica: fc.nat(replicas - 1),
      choice: fc.nat(99),
      product: fc.nat(2),
      note: fc.nat(notes.length - 1),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('hear' as const),
      replica: fc.nat(replicas - 1),
      from: fc.nat(replicas - 1),
    }),
  },
);

/** Events of up to three phones (the last two of one diner) that act, drift apart and meet. */
export const history: fc.Arbitrary<CartEvent[]> = fc.array(step, { minLength: 1, maxLength: 40 }).map(play);

/** Long enough that clears and orders make events stable. */
export const longHistory: fc.Arbitrary<CartEvent[]> = fc
  .array(step, { minLength: 24, maxLength: 40 })
  .map(play);

function play(steps: readonly Step[]): CartEvent[] {
  const phones = Array.from({ length: replicas }, (_, index) => ({
    userId: index === 0 ? 'u1' : 'u2',
    log: emptyLog,
    writer: { replicaId: `r${index}`, lastSeq: 0, clock: [0, 0] } as Writer,
  }));
  const events: CartEvent[] = [];
  steps.forEach((each, index) => {
    const phone = phones[each.replica]!;
    const now = 1_000 + index;
    if (each.kind === 'hear') {
      const other = phones[each.from]!;
      const news = [...other.log.entries.values()].map(({ event }) => event);
      for (const event of news) phone.log = append(phone.log, [{ t: now, from: 'peer', event }]).log;
      phone.writer = observeStamps(phone.writer, news.map(({ at }) => at), now); // prettier-ignore
      return;
    }
    const view = projectCartView(phone.log);
    const decision = decide(
      view,
      phone.userId,
      createCommand(each, view.carts.find((c) => c.userId === phone.userId)?.lines),
    );
    if (!decision) return;
    const { writer, event } = createEvent(phone.writer, { userId: phone.userId }, view.known, now, decision);
    phone.writer = writer;
    phone.log = append(phone.log, [{ t: now, from: 'local', event }]).log;
    events.push(event);
  });
  return events;
}

function createCommand(
  { choice, product, note, quantity }: Extract<Step, { kind: 'act' }>,
  lines: readonly { lineId: string }[] = [],
): Command {
  const line = lines[choice % Math.max(1, lines.length)];
  if (choice < 55 || !line) {
    if (choice >= 95) return { kind: 'setGuests', guests: quantity };
    const item = { productId: `p${product}`, categoryId: 'c', notes: notes[note]!, modifiers: [] };
    return { kind: 'add', item, quantity };
  }
  if (choice < 75) return { kind: 'decrease', lineId: line.lineId, quantity };
  if (choice < 88) return { kind: 'editNotes', lineId: line.lineId, notes: notes[note]! };
  return { kind: 'clear', scope: choice < 94 ? 'table' : 'user' };
}
