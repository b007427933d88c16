// @module-tag long
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createItemAdded } from '#events/cart/item-added.ts';
import { blankState, type StoredReplica } from '#sync/ports/storage.ts';
import type { Answer, ServerAnswer } from '#sync/ports/transport.ts';
import {
  add,
  ann,
  createDish,
  emptyClaim,
  createLoadedPhone,
  noon,
  Phone,
  createStoredReplica,
  syncWith,
} from '#testing/phones/stepped-phone.ts';
import { readShown } from '#testing/honest-server.ts';
import { Session, type Move } from './session/session.ts';
import { forAll } from '#tests/properties/for-all.ts';

const runs = Number(process.env['PROPERTY_RUNS'] ?? 1_000);
const patience = Math.max(120_000, 100 * runs);

type How = 'honest' | 'hostile' | 'reload' | 'spoilt';

const createMoves = (hows: readonly How[], maxLength: number) =>
  fc.array(
    fc.record({
      how: fc.constantFrom(...hows),
      move: fc.tuple(fc.nat(99), fc.nat()),
    }),
    { maxLength, size: 'max' },
  );

function playSession(isPlain: boolean, all: readonly { readonly how: How; readonly move: Move }[]): Session {
  const session = new Session({ isPlain });
  session.reload(1, false);
  for (const { how, move } of all) {
    const isReload = how === 'reload' || how === 'spoilt';
    // Reloads are rarer than other moves.
    if (isReload && move[0] < 25) session.reload(move[1], how === 'spoilt');
    else if (how === 'hostile') session.hostile(move);
    else session.honest(move);
  }
  return session;
}

test(
  'G3, G4, P3, E5: for any input, a step does not throw or loop, and drops nothing silently',
  () => {
    const hows: readonly How[] = ['honest', 'honest', 'hostile', 'hostile', 'reload', 'spoilt'];
    fc.assert(
      fc.property(fc.boolean(), createMoves(hows, 16), (isPlain, all) => playSession(isPlain, all).wait(6)),
      { numRuns: 2 * runs },
    );
  },
  patience,
);

test(
  'G3, G4: an honest server answers every request, and phone and server show the same cart',
  () => {
    forAll(fc.boolean(), createMoves(['honest', 'honest', 'reload'], 24), (isPlain, all) => {
      const session = playSession(isPlain, all);
      session.settle();
      if (session.state.isClosed) return;
      expect(session.isDone).toBe(true);
      expect(session.shown()).toEqual(readShown(session.server.carts));
    });
  },
  patience,
);

describe('bugs that the random sessions above have found', () => {
  test('G3: the phone does not send a change that is not on disk, even if the server names it as missing', () => {
    const phone = createLoadedPhone();
    const [first] = phone.add('a');
    phone.holdsDisk = true;
    phone.wish(add('b'));
    phone.answer('post', { ok: true, value: syncWith({ missing: { r1: 9 } }) });
    phone.pass(60_000);
    const ids = phone.sent('post').flatMap(({ events }) => events.map(({ id }) => id));
    expect(new Set(ids)).toEqual(new Set([first]));
    expect(ids.length).toBeGreaterThan(1);
  });

  test('G3: the phone does not send an event that another tab offers under this tab’s own replica id', () => {
    const phone = createLoadedPhone();
    phone.holdsDisk = true;
    phone.wish(add('a'));
    const event = createItemAdded(
      { id: 'r1:1', at: [noon, 1], seen: {}, userId: ann.userId },
      { lineId: 't1:1', item: createDish('b'), quantity: 1 },
    );
    phone.hearTab({ kind: 'pending', events: [event] });
    phone.pass(60_000);
    expect(phone.sent('post')).toEqual([]);
  });

  test('P1: once a server has answered with events, an answer without events is invalid', () => {
    const phone = createLoadedPhone();
    const [id] = phone.add('a');
    const plain: Answer<ServerAnswer> = {
      ok: true,
      value: { plain: true, serverVersion: { cartRowVersion: 7 }, carts: [] },
    };
    phone.answer('post', plain);
    expect(phone.state.server.serverKind).toBe('event');
    expect([...phone.state.knowledge.log.pending]).toEqual([id]);
    phone.wish(add('b'));
    expect(phone.shown()).toEqual(['1×a', '1×b']);
  });

  test('E5: the phone does not send the server an event that it stores with other fields', () => {
    const phone = new Phone();
    const plain = { plain: true, carts: [], guests: 0, orderType: null };
    const serverVersion = { cartRowVersion: 1, guests: '0' };
    phone.answer('snapshot', {
      ok: true,
      value: { ...plain, serverVersion },
    } as never);
    phone.add('a');
    phone.pass(60_000);
    expect(phone.state.server.serverVersion).toEqual({});
    expect(phone.sent('post').map(({ detail }) => detail.guests)).not.toContain('0');
  });

  test('an answer that neither accepts nor rejects counts as no answer', () => {
    const phone = createLoadedPhone();
    phone.add('a');
    phone.answer('post', { ok: 1 } as unknown as Answer<ServerAnswer>);
    expect(phone.state.outbox.wait).toMatchObject({ why: 'noAnswer' });
    expect(phone.state.knowledge.log.pending.size).toBe(1);
  });

  test('T2: in memory an event is not created a second time, because it may have been sent', () => {
    const phone = createLoadedPhone();
    const [sent] = phone.add('p0');
    phone.holdsDisk = true;
    phone.add('p1');
    phone.written(false);
    phone.written(false);
    expect(phone.pending[0]).toBe(sent);
    expect(phone.state.knowledge.renamed.has(sent!)).toBe(false);
    expect(phone.shown()).toEqual(['1×p0', '1×p1']);
  });

  test('an unreadable message does not block the answers after it', () => {
    const phone = new Phone();
    phone.hear('addCartItem', null as never);
    phone.loaded();
    expect(phone.state.server.isLoaded).toBe(true);
  });

  test('an unknown message type is reported by an effect; the step prints nothing', () => {
    const phone = createLoadedPhone();
    phone.hear('dance', {});
    const text = 'unknown message type "dance"';
    expect(phone.effects).toContainEqual({ kind: 'report', level: 'info', text });
  });
});

describe('T1: a damaged disk', () => {
  const at = [5, 0] as const;
  const createEvent = (id: string) =>
    createItemAdded({ id, at, seen: {}, userId: 'u1' }, { lineId: id, item: createDish('a'), quantity: 1 });
  const createRow = (id: string) => ({ t: 1, from: 'local' as const, event: createEvent(id) });
  const state = { ...blankState, lastSeq: 1, clock: at };
  const stored = createStoredReplica({ state, records: [createRow('r1:1')], nextIndex: 3 });
  const openPhone = (own: unknown) =>
    new Phone({ claim: { ...emptyClaim, own: own as StoredReplica } }).state;

  test('an invalid row is left out, and the phone does not write under its replica id again', () => {
    const records = [createRow('r1:1'), null, { t: 1, from: 'local', event: { id: 'r1:2' } }, 'row', 7];
    const { knowledge } = openPhone({ ...stored, records });
    expect([...knowledge.log.pending]).toEqual(['r1:1']);
    expect(knowledge.writer.replicaId).not.toBe('r1');
    expect(openPhone(stored).knowledge.writer).toEqual({ replicaId: 'r1', lastSeq: 1, clock: at });
  });

  test('invalid rows and an unreadable position do not harm later writes', () => {
    expect(openPhone({ ...stored, records: 'rows' }).knowledge.log.entries.size).toBe(0);
    expect(openPhone({ ...stored, nextIndex: NaN }).disk.nextIndex).toBeGreaterThan(3);
    expect(openPhone(stored).disk.nextIndex).toBe(4);
  });

  test('O2: the placement of an unreadable state is kept, so the phone still asks for its outcome', () => {
    const placement = { placementId: 'p1', seen: {}, at: 1 };
    const state = { ...blankState, lastSeq: 'x', placement };
    expect(openPhone({ ...stored, state }).stored).toEqual(placement);
    expect(openPhone({ ...stored, state: { ...state, placement: { at: 1 } } }).stored).toBeNull();
    expect(openPhone({ ...stored, state: null }).knowledge.writer.replicaId).not.toBe('r1');
  });

  test('the new replica id is used once: another event created at the same moment gets another id', () => {
    const late = { t: 1, from: 'server' as const, rejected: { ids: ['r2:1'], code: 'clockAhead' } };
    const orphan = { ...stored, replicaId: 'r2', records: [createRow('r2:1')] };
    const own = { ...stored, records: [createRow('r1:1'), null, late] as never };
    const phone = new Phone({ claim: { ...emptyClaim, own, orphans: [orphan] } });
    const { writer, successor } = phone.state.knowledge;
    expect(new Set(['r1', 'r2', writer.replicaId]).size).toBe(3);
    expect(successor?.replicaId).not.toBe(writer.replicaId);
    expect([...phone.state.knowledge.log.entries.keys()]).toHaveLength(3);
  });
});
