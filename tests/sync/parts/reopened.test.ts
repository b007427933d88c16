/** Staff may take back within a minute that they closed a table. */
import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { takeBackMs } from '#contract/limits.ts';
import { createLoadedPhone, type Phone } from '#testing/phones/stepped-phone.ts';

/** A phone with an unsent dish, at a table that was just closed. */
function createClosedPhone(): Phone {
  const phone = createLoadedPhone();
  phone.add('p0');
  phone.refuse('post', codes.tableUnavailable);
  return phone;
}

const listNotices = (phone: Phone, kind: string) => phone.notices.filter((notice) => notice.kind === kind);

const sendHint = (phone: Phone, sessionId = 's1') => phone.hearServer('tableMoved', { sessionId });

test('CX19, S1: on the server’s hint that the table is open again the phone asks, shows it, and sends what waited', () => {
  const phone = createClosedPhone();
  expect(listNotices(phone, 'sessionEnded')).toEqual([{ kind: 'sessionEnded', unsent: 1 }]);
  const posts = phone.sent('post').length;
  phone.pass(takeBackMs - 1_000);
  expect(phone.sent('post'), 'nothing is sent while it is closed').toHaveLength(posts);
  sendHint(phone);
  expect(listNotices(phone, 'sessionReopened'), 'not before the server has answered').toEqual([]);
  phone.serve('snapshot');
  expect(listNotices(phone, 'sessionReopened')).toHaveLength(1);
  phone.serve('post');
  expect(phone.pending).toEqual([]);
  expect(phone.shown()).toEqual(['1×p0']);
  phone.pass(2 * takeBackMs);
  expect(phone.of('end'), 'it continues for good').toEqual([]);
});

test('S1: a phone that slept during the hint asks when it wakes; if the table is still closed it shows nothing new', () => {
  const phone = createClosedPhone();
  phone.take({ kind: 'wake' });
  phone.refuse('snapshot', codes.tableUnavailable);
  expect(listNotices(phone, 'sessionReopened')).toEqual([]);
  phone.take({ kind: 'wake' });
  phone.serve('snapshot');
  expect(listNotices(phone, 'sessionReopened')).toHaveLength(1);
});

test('E5: such a hint from a peer, or for another table, is ignored', () => {
  const phone = createClosedPhone();
  const before = phone.sent('snapshot').length;
  phone.hear('tableMoved', { sessionId: 's1' });
  sendHint(phone, 's2');
  expect(phone.sent('snapshot')).toHaveLength(before);
});

test('S1: after one minute the session has ended, whatever message comes', () => {
  const phone = createClosedPhone();
  phone.pass(takeBackMs);
  expect(phone.of('end')).toHaveLength(1);
  const before = phone.sent('snapshot').length;
  sendHint(phone);
  phone.take({ kind: 'wake' });
  phone.pass(takeBackMs);
  expect(phone.sent('snapshot')).toHaveLength(before);
  expect(phone.of('end'), 'once').toHaveLength(1);
});
