/** The words that a reader sees for redacted names and notes (L4). */
import { expect, test } from 'vitest';
import { redactRecords } from '#events/records/redact.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { AnyServiceEvent } from '#events/fulfilment/service-event.ts';
import { collectLabels, toLetter, replaceLabels, type Label } from '#projections/replay/placeholders.ts';
import { parseHeader } from '#tests/log-files.ts';
import { add, noodles, tea } from './given.ts';

const createPeerRecord = (event: ReturnType<typeof add>): LogRecord => ({ t: 1, from: 'peer', event });
const createNamedRecord = (id: string, userId: string, userName: string, at: number, notes = '') =>
  createPeerRecord({ ...add(id, { ...(notes ? tea : noodles), notes }, 1, { userId, at }), userName });
const word = ({ kind, number }: Label) => `${kind} ${kind === 'note' ? number : toLetter(number)}`;
const redactLog = (...records: LogRecord[]) => redactRecords(parseHeader(), records);
const listNames = (records: readonly LogRecord[]) =>
  records.map((record) => ('event' in record ? (record.event.userName ?? '') : ''));

const ann = createNamedRecord('ra:1', 'u1', 'Ann', 10, 'less ice');
const ben = createNamedRecord('rb:1', 'u2', 'Ben', 20, 'no peanuts');
const annAgain = createNamedRecord('ra:2', 'u1', 'Ann', 30, 'no peanuts');

test('equal texts get equal labels, different ones different labels; phones with the same facts label alike', () => {
  const phones = [redactLog(ann, ben, annAgain), redactLog(ben, annAgain, ann)];
  for (const records of phones) {
    const labels = collectLabels([{ records }]);
    const read = (text: string) => replaceLabels(text, labels, word);
    const byId = records.toSorted((a, b) =>
      'event' in a && 'event' in b ? a.event.at[0] - b.event.at[0] : 0,
    );
    expect(listNames(byId).map(read)).toEqual(['diner A', 'diner B', 'diner A']);
    const notes = byId.map((record) => read(JSON.stringify(record)).match(/"notes":"([^"]*)"/)![1]);
    expect(notes).toEqual(['note 1', 'note 2', 'note 2']);
  }
});

test('logs shown side by side share one set of labels', () => {
  const [one, other] = [redactLog(ben), redactLog(ann, ben)];
  const labels = collectLabels([{ records: one }, { records: other }]);
  expect(replaceLabels(listNames(one)[0]!, labels, word)).toBe('diner B');
});

test('A4: the staff have another series of letters; texts that are no placeholder stay', () => {
  const service = {
    id: 'desk:1',
    at: 40,
    actId: 'a',
    type: 'dishVoided',
    by: { kind: 'staff', name: 'name-0123456789abcdef' },
    reason: 'note-0123456789abcdef',
  } as AnyServiceEvent;
  const labels = collectLabels([{ records: redactLog(ann), service: [service] }]);
  const read = (text: string) => replaceLabels(text, labels, word);
  expect(read(service.by.name)).toBe('staff A');
  expect(read('note-0123456789abcdef')).toBe('note 2');
  expect(read('name-fedcba9876543210, Ann, note-12')).toBe('name-fedcba9876543210, Ann, note-12');
  expect([toLetter(26), toLetter(27)]).toEqual(['Z', '27']);
});
