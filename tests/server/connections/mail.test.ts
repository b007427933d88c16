// @module-tag slow
/** The mail server that an owner sets up (CX36, CX56). */
import { afterEach, beforeAll, expect, test } from 'vitest';
import { connectionRefused, listConnections, saveConnection, testMail } from '#contract/calls/connections.ts';
import { getPrivacyFacts } from '#contract/calls/privacy.ts';
import { startSmtp, type Smtp } from '#testing/stand-ins/smtp.ts';
import { fakeClock, startSharedServer, type Caller } from '../server-under-test.ts';
import { logInStaff } from '../staff/acts.ts';

let smtp: Smtp;
beforeAll(async () => {
  smtp = await startSmtp({ password: 'the password of the mailbox' });
  return async () => await smtp.close();
});
afterEach(() => void Object.assign(smtp.switches, { mode: 'ok' }));
const clock = fakeClock();
const server = startSharedServer(() => ({
  clock,
  environment: {
    STAFF_PASSWORDS: JSON.stringify({ '1001': 'counter 1001' }),
    REQUESTS_PER_MINUTE: '0',
    SECRET_KEY: 'a-secret-key-of-this-test-server',
    MAIL_SERVERS: `localhost:${smtp.port}`,
  },
}));
let owner: Caller;
beforeAll(async () => {
  owner = await logInStaff(server, { merchantId: '1001', password: 'counter 1001', name: 'Ada' });
});

const save = async (changes: Record<string, string> = {}) => {
  const { port, user: username, password } = smtp;
  const usual = { host: 'localhost', port: String(port), encryption: 'none', username, password };
  const values = { ...usual, fromName: 'Noodles', fromAddress: 'shop@example.com', ...changes };
  return await server.call(saveConnection, { ...owner, body: { kind: 'mail', provider: 'smtp', values } });
};
const tryMail = async (address = 'ada@example.org') => {
  clock.advance(60_000);
  return (await server.ask(testMail, { ...owner, body: { address } })).problem;
};
const readConnection = async () =>
  (await server.ask(listConnections, owner)).connections.find(({ kind }) => kind === 'mail');

test('CX56: a test mail arrives, and the page shows it', async () => {
  expect(await server.call(testMail, { ...owner, body: { address: 'ada@example.org' } })).toMatchObject({
    code: connectionRefused,
    data: { reason: 'unknownProvider' },
  });
  await save();
  expect(await readConnection()).toMatchObject({
    provider: 'smtp',
    workedAt: null,
    problem: null,
    changedBy: 'Ada',
  });
  expect(await tryMail()).toBeNull();
  expect(smtp.messages.at(-1)).toMatchObject({
    to: ['ada@example.org'],
    mail: { subject: expect.stringContaining('Test message of'), headers: { from: /^Noodles </ } },
  });
  expect(await readConnection()).toMatchObject({ workedAt: clock.now(), problem: null });
  expect(await server.ask(getPrivacyFacts, { merchantId: '1001' })).toMatchObject({
    mailGoesTo: 'localhost',
  });
});

test('CX56: the password is never returned; left empty it stays', async () => {
  await save();
  expect(await save({ password: '', fromName: 'Noodles again' })).toMatchObject({ success: true });
  expect(await tryMail()).toBeNull();
  const rows = await server.db.selectFrom('connections').selectAll().execute();
  const seen = [JSON.stringify(await readConnection()), JSON.stringify(rows), server.logged.join('')].join(
    '',
  );
  expect(seen).not.toContain(smtp.password);
});

test('CX56: a wrong password and an outage have their own messages; a wrong address is not reported as a fault of the server', async () => {
  await save({ password: 'wrong' });
  expect(await tryMail()).toMatchObject({ kind: 'wrongKey' });
  expect(await readConnection()).toMatchObject({ problem: { kind: 'wrongKey' }, problemAt: clock.now() });
  await save();
  smtp.switches.mode = 'down';
  expect(await tryMail()).toMatchObject({ kind: 'unreachable' });
  smtp.switches.mode = 'ok';
  expect(await tryMail()).toBeNull();
  smtp.refusals.set('nobody@example.org', '550 5.1.1 No such user');
  expect(await tryMail('nobody@example.org')).toMatchObject({ kind: 'badRecipient' });
  expect(await tryMail('nobody')).toMatchObject({ kind: 'badRecipient' });
  expect(await readConnection()).toMatchObject({ problem: null });
});

test.each([
  [{ host: '' }, 'missingField', ['host']],
  [{ host: 'smtp example' }, 'wrongField', ['host', 'encryption']],
  [{ port: '0' }, 'wrongField', ['port']],
  [{ port: '70000' }, 'wrongField', ['port']],
  [{ port: '587x' }, 'wrongField', ['port']],
  [{ host: 'smtp.example.com' }, 'wrongField', ['encryption']],
  [{ encryption: 'rot13' }, 'wrongField', ['encryption']],
  [{ fromAddress: 'shop@example.com\r\nBcc: x@example.org' }, 'wrongField', ['fromAddress']],
])('CX56: %j is refused', async (changes, reason, fields) => {
  expect(await save(changes)).toMatchObject({ code: connectionRefused, data: { reason, fields } });
});

test('CX56: user name and password may stay empty', async () => {
  smtp.switches.requireLogin = false;
  expect(await save({ username: '', password: '' })).toMatchObject({ success: true });
});

test('CX56: a server in a private network needs the permission of the admin', async () => {
  await save({ host: '127.0.0.1' });
  expect(await tryMail()).toMatchObject({ kind: 'notAllowed' });
});
