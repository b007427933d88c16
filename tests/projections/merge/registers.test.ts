import { describe, expect, test } from 'vitest';
import { createOrderPlaced } from '#events/cart/order-placed.ts';
import {
  pickRegisters,
  registers,
  listRegisterStamps,
  type RegisterEventType,
  type RegisterField,
  type RegisterValues,
} from '#events/cart/registers.ts';
import type { CartEvent } from '#events/cart/registry.ts';
import { createGuestsSet } from '#events/cart/guests-set.ts';
import { createOrderTypeSet } from '#events/cart/order-type-set.ts';
import { snapshotSchema, type Snapshot } from '#events/records/records.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { explain } from '#projections/merge/explain.ts';
import { convertViewToJson } from '#projections/merge/view-json.ts';
import { registerWords } from '#projections/replay/register-words.ts';
import { listValueChanges } from '#projections/replay/value-changes.ts';
import { createSnapshot } from '#server/ordering/cart/log/snapshot.ts';
import { createFields, createLog, type Fact } from '../given.ts';

/** An event of each type that sets a register, and the value that it sets. */
const events: { readonly [Type in RegisterEventType]: (id: string, at: number) => CartEvent } = {
  guestsSet: (id, at) => createGuestsSet(createFields(id, { at }), { guests: at }),
  orderTypeSet: (id, at) => createOrderTypeSet(createFields(id, { at }), { orderType: at }),
  orderPlaced: (id, at) => createOrderPlaced(createFields(id, { at }), { orderId: String(at) }),
};
const values: RegisterValues = { guests: 5, orderType: 5, lastOrderId: '5' };

const nothing: Snapshot = { version: 1, covers: {}, userCarts: [] };
const withStamp = (facts: object): Snapshot => ({ ...nothing, ...facts });

describe.each(registers)('the register $field', ({ field, stampField, eventType, schema }) => {
  const event = events[eventType]('ra:1', 5);
  const projectField = (...facts: readonly Fact[]) => projectCartView(createLog(...facts))[field];

  test('is null at first, then has the value of the last event in total order', () => {
    expect(projectField()).toBeNull();
    expect(projectField(event)).toBe(values[field]);
    expect(projectField(event, events[eventType]('rb:1', 4))).toBe(values[field]);
    expect(projectField(event, events[eventType]('rb:1', 6))).not.toBe(values[field]);
  });

  test('has the snapshot’s value if its stamp is later', () => {
    const another = schema.parse(field === 'lastOrderId' ? '7' : 7);
    const snapshot = (at: number) => withStamp({ [field]: another, [stampField]: [at, 0, 'rb'] });
    expect(projectField({ snapshot: snapshot(6) }, event)).toBe(another);
    expect(projectField({ snapshot: snapshot(4) }, event)).toBe(values[field]);
  });

  test('is in the server’s snapshot with its stamp, which advances a phone’s clock', () => {
    const knowledge = createLog(event);
    const view = projectCartView(knowledge);
    const snapshot = createSnapshot({ knowledge, view, version: 1, stable: {} }, {});
    expect(snapshot).toMatchObject({ [field]: values[field], [stampField]: [5, 0, 'ra'] });
    expect(snapshotSchema.parse(snapshot)).toEqual(snapshot);
    expect(() => snapshotSchema.parse({ ...snapshot, [stampField]: 5 })).toThrow();
    expect(listRegisterStamps({ [stampField]: [5, 1, 'ra'] })).toEqual([[5, 1]]);
    // The event is compacted away; its stamp stays.
    const compacted = createLog({ snapshot: { ...snapshot, events: [] } });
    expect(createSnapshot({ knowledge: compacted, view, version: 2, stable: {} }, {})).toMatchObject({
      [field]: values[field],
      [stampField]: [5, 0, 'ra'],
    });
  });

  test('is in the view’s JSON and its changes, and has a text', () => {
    const [before, after] = [projectCartView(createLog()), projectCartView(createLog(event))];
    expect(convertViewToJson(after)).toMatchObject({ [field]: values[field] });
    expect(listValueChanges(before, after)).toEqual([{ what: field, before: null, after: values[field] }]);
    const words: { value: (value: never) => { key: string } } = registerWords[field];
    const keys = [null, values[field]].map((value) => words.value(value as never).key);
    expect(new Set(keys).size).toBe(2);
  });

  test('is explained: the event that sets it, and an event that a later one overrides', () => {
    const later = events[eventType]('rb:1', 6);
    const log = createLog(event, later);
    const isRemoval = eventType === 'orderPlaced';
    expect(explain(log, 'rb:1').kind).toBe(isRemoval ? 'removal' : 'set');
    if (!isRemoval)
      expect(explain(log, 'ra:1')).toMatchObject({ kind: 'nothing', because: 'laterValue', by: 'rb:1' });
  });
});

test('the registers are named in the order of the digest', () => {
  const fields: RegisterField[] = ['guests', 'orderType', 'lastOrderId'];
  expect(Object.keys(pickRegisters(undefined))).toEqual(fields);
  expect(Object.keys(convertViewToJson(projectCartView(createLog())))).toEqual([
    'known',
    'waiting',
    ...fields,
    'carts',
  ]);
});
