import { expect, test } from 'vitest';
import type { LogRecord } from '#events/records/records.ts';
import { listUnannounced } from '#src/features/order/together/activity/activity-text.ts';
import { add, clear, createGuests, createDecrease, createNotesEdit, tea } from '../projections/given.ts';

const mei = { userId: 'u2' };
const createPeerRecords = (...events: Extract<LogRecord, { event: unknown }>['event'][]): LogRecord[] =>
  events.map((event) => ({ t: 1, from: 'peer', event }));
const listKinds = (records: readonly LogRecord[]) => listUnannounced(records, false).map(({ kind }) => kind);

test('a toast shows additions, the news show the rest', () => {
  const records = createPeerRecords(
    add('rb:1', tea, 1, { ...mei, at: 1 }),
    createNotesEdit('rb:2', 'rb:1', tea, 'warm', { ...mei, at: 2 }),
    createGuests('rb:3', 3, { ...mei, at: 3 }),
  );
  expect(listKinds(records)).toEqual(['notes', 'guests']);
});

test('several taps on a minus are one sentence; the toast of an addition stays', () => {
  const records = createPeerRecords(
    add('rb:1', tea, 2, { ...mei, at: 1 }),
    createDecrease('rb:2', 'rb:1', tea, 1, { ...mei, at: 2 }),
    createDecrease('rb:3', 'rb:1', tea, 1, { ...mei, at: 3 }),
  );
  expect(listUnannounced(records, false)).toMatchObject([{ kind: 'removed', quantity: 2 }]);
});

test('a clear of one’s own dishes is shown by the offer to restore them', () => {
  const records = createPeerRecords(
    clear('rb:1', 'table', {}, { ...mei, at: 1 }),
    clear('rb:2', 'user', {}, { ...mei, at: 2 }),
  );
  expect(listUnannounced(records, false)).toHaveLength(2);
  expect(listUnannounced(records, true)).toMatchObject([{ kind: 'cleared', scope: 'user' }]);
});
