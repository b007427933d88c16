// @module-tag long
/** A recorded run leaves the phone without names and notes (L4). */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Order } from '#contract/order-fields.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import { getItemKey, type Item } from '#events/item.ts';
import { isRedacted, createRedactor } from '#events/records/redact.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { Input } from '#sync/ports/input.ts';
import type { StoredReplica } from '#sync/ports/storage.ts';
import { redactRun, redactRunLines } from '#sync/recording/redact-run.ts';
import { createRunLines, type RecordedRun } from '#sync/recording/recording.ts';
import { reportFile } from '#src/features/support/report/report-file.ts';
import { emptyClaim, usualFacts } from '#testing/phones/stepped-phone.ts';
import { forAll, runs } from './for-all.ts';
import { parseHeader } from '#tests/log-files.ts';

const header = parseHeader({ replicaId: 'r1' });

/** Part of every text that a person typed, and of no other text. */
const mark = '\u{1F9C0}';
const secret = fc
  .tuple(fc.constantFrom('', ' ', '|3:', '"\\'), fc.string({ unit: 'binary', maxLength: 5 }), fc.constantFrom('', '\n'))
  .map(([before, text, after]) => `${before}${mark}${text}${after}`); // prettier-ignore
const typed = fc.oneof({ weight: 4, arbitrary: secret }, { weight: 1, arbitrary: fc.constantFrom('', ' ') });

const author = typed.map((userName) => ({ userId: 'u1', userName }));
const item: fc.Arbitrary<Item> = fc.record({
  productId: fc.constantFrom('1', '2|3:4'),
  categoryId: fc.constantFrom('', 'c'),
  notes: typed,
  modifiers: fc.constantFrom<Item['modifiers'][]>([], [{ modifierProductId: '9', quantity: 2, name: 'spicy' }]),
}); // prettier-ignore
const event = fc
  .record({ seq: fc.integer({ min: 1, max: 3 }), userName: typed, item, notes: typed, kind: fc.nat(2) })
  .map(({ seq, userName, item: dish, notes, kind }): AnyEvent => {
    const lineId = 'rb:1';
    const fields = { id: `rb:${seq}`, at: [seq, 0] as [number, number], seen: {}, userId: 'u2', userName };
    if (kind === 0) return { ...fields, type: 'itemAdded', lineId, item: dish, quantity: 1 } as AnyEvent;
    if (kind === 1) return { ...fields, type: 'notesEdited', lineId, item: dish, notes } as AnyEvent;
    return { ...fields, type: 'gift', data: { to: { userName }, deep: [{ notes }] } } as AnyEvent;
  });
const records = fc.array(
  fc.oneof(
    event.map((each): LogRecord => ({ t: 1, from: 'peer', event: each })),
    fc.record({ item, events: fc.array(event, { maxLength: 2 }) }).map(
      ({ item: dish, events }): LogRecord => ({
        t: 2,
        from: 'server',
        snapshot: {
          version: 1,
          covers: {},
          userCarts: [{ userId: 'u2', lines: [{ lineId: '5', item: dish, quantity: 1 }] }],
          events,
        },
      }),
    ),
  ),
  { maxLength: 3 },
); // prettier-ignore
const order = fc
  .record({ item, userName: typed, notes: fc.option(typed), staffName: typed, customer: typed })
  .map(
    ({ item: { notes: note, ...dish }, userName, notes, staffName, customer }) =>
      ({
        id: '9001',
        serial: '1',
        notes,
        staffName,
        customer: { name: customer, phones: [customer] },
        extraInfo: JSON.stringify({ note: customer }),
        payments: [{ holder: customer }],
        orderItems: [
          { ...dish, id: '5', userId: 'u2', userName, round: 1, quantity: 1, notes: note, orderItemModifiers: [], voidReason: staffName },
        ],
      }) as unknown as Order,
  ); // prettier-ignore

const sync = (events: readonly AnyEvent[]) => ({
  sessionId: 's1',
  version: 1,
  serverTime: 1,
  known: { rb: 1 },
  digest: 'd',
  snapshot: { version: 1, covers: {}, userCarts: [], events },
});
/** Lines that the staff entered, with a name in any place. */
const unread = fc.array(
  fc.record({ quantity: fc.constantFrom(0.5, '0.7', null), notes: typed, said: typed }).map(({ quantity, notes, said }) => ({
    userId: 'u2',
    line: {
      id: '9',
      productId: { bookedBy: said },
      quantity,
      notes,
      remark: said,
      orderItemModifiers: [{ modifierProductId: '9', quantity: 1, remark: said }],
      priceAdjustments: [{ amount: '1', reason: said }],
    },
  })),
  { maxLength: 2 },
); // prettier-ignore
const input: fc.Arbitrary<Input> = fc.oneof(
  fc.record({ author, item }).map((each): Input => ({
    kind: 'wish',
    author: each.author,
    command: { kind: 'add', item: each.item, quantity: 1 },
  })),
  fc.record({ author, notes: typed }).map((each): Input => ({
    kind: 'wish',
    author: each.author,
    command: { kind: 'editNotes', lineId: 'r1:1', notes: each.notes },
  })),
  author.map((each): Input => ({ kind: 'place', author: each, request: {}, online: true })),
  typed.map((userName): Input => ({ kind: 'tell', messageType: 'updateOrder', data: { userName } })),
  fc.record({ userName: typed, events: fc.array(event, { maxLength: 2 }) }).map(({ userName, events }): Input => ({
    kind: 'message',
    browserId: 'b1',
    incoming: {
      message: { fromBrowserId: 'b2', messageType: 'addCartItem', data: { userName, events, sessionId: 's1', version: 1 } },
      fromUserId: 'u2',
    },
  })),
  records.map((each): Input => ({ kind: 'tab', message: { kind: 'learnt', records: each } })),
  fc.record({ number: fc.integer({ min: 1, max: 5 }), events: fc.array(event, { maxLength: 2 }) }).map(
    ({ number, events }): Input => ({ kind: 'answered', number, call: 'snapshot', answer: { ok: true, value: sync(events) } }),
  ),
  unread.map((lines): Input => ({ kind: 'tab', message: { kind: 'unread', lines } })),
  fc.record({ number: fc.integer({ min: 1, max: 5 }), item, unread: fc.option(unread, { nil: undefined }) }).map(({ number, item: dish, unread: lines }): Input => ({
    kind: 'answered',
    number,
    call: 'snapshot',
    answer: {
      ok: true,
      value: { plain: true, serverVersion: { cartRowVersion: number }, carts: [{ userId: 'u2', lines: [{ lineId: '5', item: dish, quantity: 1 }] }], unread: lines },
    },
  })),
  fc.record({ number: fc.integer({ min: 1, max: 9 }), order }).map(({ number, order: placed }): Input => ({
    kind: 'answered',
    number,
    call: 'openOrder',
    answer: { ok: true, value: placed },
  })),
  fc.record({ number: fc.integer({ min: 1, max: 9 }), order, events: fc.array(event, { maxLength: 1 }) }).map(
    ({ number, order: placed, events }): Input => ({
      kind: 'answered',
      number,
      call: 'place',
      answer: { ok: true, value: { order: placed, sync: sync(events) } },
    }),
  ),
  fc.integer({ min: 1, max: 5 }).map((batch): Input => ({ kind: 'stored', batch, ok: true })),
  fc.constantFrom<Input[]>({ kind: 'time' }, { kind: 'wake' }, { kind: 'connected' }),
); // prettier-ignore

const createReplica = (replicaId: string) =>
  fc.record({ records, item }).map(({ records: known, item: dish }): StoredReplica => ({
    replicaId,
    state: {
      lastSeq: 0,
      clock: [1, 0],
      placement: {
        placementId: 'p1',
        seen: {},
        at: 1,
        trace: { orderBefore: '', dishes: { [getItemKey(dish)]: { asked: 1, before: 0 } } },
      },
      successor: '',
      renamed: {},
      unanswered: [
        {
          id: 'p2',
          ids: ['r1:1'],
          at: 1,
          changes: { [`u1 ${getItemKey(dish)}`]: [0, 1] },
          lastOrderId: '',
          hadLines: false,
          isCut: false,
        },
      ],
    },
    records: known,
    summary: 0,
    nextIndex: 0,
    isDamaged: false,
  }));
const run: fc.Arbitrary<RecordedRun> = fc
  .record({
    author,
    own: fc.option(createReplica('r1'), { nil: undefined }),
    orphans: fc.array(createReplica('r2'), { maxLength: 1 }),
    inputs: fc.array(input, { maxLength: 12 }),
  })
  .map(({ author: by, own, orphans, inputs }) => {
    const createMoment = (n: number) => ({ now: 1_000 + n, uptime: n * 900, chance: 0.5, id: `m${n}`, looking: true });
    const start: Input = { kind: 'start', author: by, leads: true };
    return {
      opening: { facts: usualFacts, claim: { ...emptyClaim, own, orphans }, moment: createMoment(0) },
      inputs: [start, ...inputs].map((each, index) => ({ input: each, moment: createMoment(index + 1) })),
      cut: undefined,
    };
  }); // prettier-ignore

const formatRun = (each: RecordedRun) => createRunLines(each).map((line) => JSON.stringify(line));
describe('L4: a recorded run without names and free notes', () => {
  test('no typed text is left in the file; every name and note is a placeholder', () => {
    let withSecrets = 0;
    forAll(run, (recorded) => {
      const lines = formatRun(recorded);
      const report = { text: '', app: '', device: '', redacted: true, connection: [] };
      const text = reportFile({ header, records: [], run: lines }, report);
      if (lines.some((line) => line.includes(mark))) withSecrets += 1;
      expect(text).not.toContain(mark);
      const safe = text.trimEnd().split('\n').slice(1);
      expect(safe).toHaveLength(lines.length);
      for (const line of safe) expect(isRedacted(JSON.parse(line))).toBe(true);
    });
    expect(withSecrets).toBeGreaterThan(runs.numRuns / 2);
  });

  test('the placeholders match those of the log', () => {
    const dish = { productId: '1', categoryId: 'c', notes: ' no ice ', modifiers: [] };
    const recordInput = (each: Input) => ({ input: each, moment: { now: 1, uptime: 1, chance: 0, id: 'm', looking: true } });
    const input: Input = { kind: 'wish', author: { userId: 'u1', userName: 'Ann' }, command: { kind: 'add', item: dish, quantity: 1 } };
    const recorded = { opening: { facts: usualFacts, claim: emptyClaim, moment: recordInput(input).moment }, inputs: [recordInput(input)], cut: undefined };
    const { userName, notes } = createRedactor(header)({ userName: 'Ann', notes: 'no ice' });
    expect(redactRun(header, recorded).inputs[0]!.input).toEqual({
      ...input,
      author: { userId: 'u1', userName },
      command: { kind: 'add', item: { ...dish, notes }, quantity: 1 },
    });
  }); // prettier-ignore

  test('an unreadable run is not sent', () => {
    expect(redactRunLines(header, ['{"t":1,"from":"local","opened":{"userName":"Ann"}}'])).toEqual([]);
    const [opened] = formatRun({ opening: { facts: usualFacts, claim: emptyClaim, moment: { now: 1, uptime: 1, chance: 0, id: 'm', looking: true } }, inputs: [], cut: 'size' });
    const lines = redactRunLines(header, [opened!, '{"input":{"kind":"dream","userName":"Ann"}}', opened!]);
    expect(lines).toEqual([opened]);
  }); // prettier-ignore
});
