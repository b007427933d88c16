/** Staff may take back within a minute that they closed a table. */
import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { takeBackMs } from '#contract/limits.ts';
import { createLoadedPhone, type Phone } from '#testing/phones/stepped-phone.ts';

/** A phone with an unsent dish, at a table that was just closed. */
function closed(): Phone {
  const phone = createLoadedPhone();
  phone.add('p0');
  phone.refuse('post', codes.tableUnavailable);
  return phone;
}

const told = (phone: Phone, kind: string) => phone.notices.filter((notice) => notice.kind === kind);

const hint = (phone: Phone, sessionId = 's1') => phone.hearServer('tableMoved', { sessionId });

test('CX19, S1: on the server’s hint that the table is open again the phone asks, shows it, and sends what waited', () => {
  const phone = closed();
  expect(told(phone, 'sessionEnded')).toEqual([{ kind: 'sessionEnded', unsent: 1 }]);
  const posts = phone.sent('post').length;
  phone.pass(takeBackMs - 1_000);
  expect(phone.sent('post'), 'nothing is sent while it is closed').toHaveLength(posts);
  hint(phone);
  expect(told(phone, 'sessionReopened'), 'not before the server has answered').toEqual([]);
  phone.serve('snapshot');
  expect(told(phone, 'sessionReopened')).toHaveLength(1);
  phone.serve('post');
  expect(phone.pending).toEqual([]);
  expect(phone.shown()).toEqual(['1×p0']);
  phone.pass(2 * takeBackMs);
  expect(phone.of('end'), 'it continues for good').toEqual([]);
});

test('S1: a phone that slept during the hint asks when it wakes; if the table is still closed it shows nothing new', () => {
  const phone = closed();
  phone.take({ kind: 'wake' });
  phone.refuse('snapshot', codes.tableUnavailable);
  expect(told(phone, 'sessionReopened')).toEqual([]);
  phone.take({ kind: 'wake' });
  phone.serve('snapshot');
  expect(told(phone, 'sessionReopened')).toHaveLength(1);
});

test('E5: such a hint from a peer, or for another table, is ignored', () => {
  const phone = closed();
  const before = phone.sent('snapshot').length;
  phone.hear('tableMoved', { sessionId: 's1' });
  hint(phone, 's2');
  expect(phone.sent('snapshot')).toHaveLength(before);
});

test('S1: after one minute the session has ended, whatever message comes', () => {
  const phone = closed();
  phone.pass(takeBackMs);
  expect(phone.of('end')).toHaveLength(1);
  const before = phone.sent('snapshot').length;
  hint(phone);
  phone.take({ kind: 'wake' });
  phone.pass(takeBackMs);
  expect(phone.sent('snapshot')).toHaveLength(before);
  expect(phone.of('end'), 'once').toHaveLength(1);
});
