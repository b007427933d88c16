import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { provideSnapshotParts, getSnapshotParts, type SnapshotParts } from '#sync/protocols/registry.ts';
import { forAll } from '#tests/properties/for-all.ts';
import { readShown } from '#testing/honest-server.ts';
import { Session } from './session/session.ts';

// The session loads the snapshot protocol, as all tests with a phone do. These phones never load it.
const loaded = getSnapshotParts()!;
beforeEach(() => void provideSnapshotParts(undefined as unknown as SnapshotParts));
afterEach(() => void provideSnapshotParts(loaded));

const move = fc.record({ isReload: fc.boolean(), move: fc.tuple(fc.nat(99), fc.nat()) });

test('G3, G4: a phone at an event server does not load the snapshot protocol', () => {
  forAll(fc.array(move, { maxLength: 24, size: 'max' }), (all) => {
    const session = new Session({ isPlain: false });
    session.reload(1, false);
    for (const { isReload, move } of all)
      if (isReload && move[0] < 25) session.reload(move[1], false);
      else session.honest(move);
    session.settle();
    expect(getSnapshotParts()).toBeUndefined();
    if (session.state.isClosed) return;
    expect(session.isDone).toBe(true);
    expect(session.shown()).toEqual(readShown(session.server.carts));
  });
});

test('a phone at a snapshot server loads the snapshot protocol', () => {
  const session = new Session({ isPlain: true });
  session.reload(1, false);
  expect(() => session.settle()).toThrow('the code for snapshot servers is not loaded');
});
