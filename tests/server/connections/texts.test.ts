// @module-tag slow
/** Texts by a restaurant's own provider (CX36). The stand-ins were written from the providers' public documentation alone. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  connectionRefused,
  listConnections,
  removeConnection,
  saveConnection,
  testTexts,
} from '#contract/calls/connections.ts';
import { codes } from '#contract/codes.ts';
import { login, sendPhoneCode } from '#contract/calls/member.ts';
import { storeFile } from '#server/platform/store/sqlite/sqlite-file.ts';
import { startMitake, type Mitake } from '#testing/stand-ins/mitake.ts';
import { startTwilio, type Twilio } from '#testing/stand-ins/twilio.ts';
import { startVonage, type Vonage } from '#testing/stand-ins/vonage.ts';
import {
  fakeClock,
  startTestServer,
  startSharedServer,
  testDatabaseUrl,
  type Caller,
} from '../server-under-test.ts';
import { logInStaff } from '../staff/acts.ts';

let twilio: Twilio;
let vonage: Vonage;
let mitake: Mitake;
beforeAll(async () => {
  twilio = await startTwilio();
  vonage = await startVonage();
  mitake = await startMitake({ password: 'the password at Mitake' });
  return () => Promise.all([twilio, vonage, mitake].map((standIn) => standIn.close()));
});

const clock = fakeClock();
const key = 'a-secret-key-of-this-test-server';
const environment = {
  STAFF_PASSWORDS: JSON.stringify({ '1001': 'counter 1001', '1002': 'counter 1002' }),
  REQUESTS_PER_MINUTE: '0',
};
const formatOrigins = () =>
  JSON.stringify({
    'https://api.twilio.com': twilio.url,
    'https://rest.nexmo.com': vonage.url,
    'https://smsapi.mitake.com.tw': mitake.url,
  });
const server = startSharedServer(() => ({
  clock,
  environment: { ...environment, SECRET_KEY: key, PROVIDER_ORIGINS: formatOrigins() },
}));
let owner: Caller;
beforeAll(async () => {
  owner = await logInStaff(server, { merchantId: '1001', password: 'counter 1001', name: 'Ada' });
});
afterEach(() => {
  for (const { switches } of [twilio, vonage, mitake]) Object.assign(switches, { mode: 'ok', refuseNext: 0 });
});

const createAccounts = () => ({
  twilio: { accountSid: twilio.accountSid, authToken: twilio.authToken, from: '+15005550006' },
  vonage: { apiKey: vonage.apiKey, apiSecret: vonage.apiSecret, from: 'Noodles' },
  mitake: { username: mitake.username, password: mitake.password },
});
type Provider = keyof ReturnType<typeof createAccounts>;
const providers = ['twilio', 'vonage', 'mitake'] as const;

const save = async (provider: Provider, changes: Record<string, string> = {}) =>
  await server.call(saveConnection, {
    ...owner,
    body: { kind: 'texts', provider, values: { ...createAccounts()[provider], ...changes } },
  });
const tryText = async (phone = '+886912345678') => {
  clock.advance(60_000);
  return (await server.ask(testTexts, { ...owner, body: { phone } })).problem;
};
const readConnection = async () => (await server.ask(listConnections, owner)).connections[0];

let phones = 0;
const askForCode = async () => {
  phones += 1;
  clock.advance(61_000);
  const phone = String(2_125_570_000 + phones);
  return { phone, answer: await server.call(sendPhoneCode, { merchantId: '1001', body: { phone } }) };
};

describe.each(providers)('CX36: %s', (provider) => {
  test('a test text arrives, and the page shows it', async () => {
    await save(provider);
    expect(await readConnection()).toMatchObject({
      provider,
      workedAt: null,
      problem: null,
      changedBy: 'Ada',
    });
    expect(await tryText()).toBeNull();
    const sent = { twilio: twilio.messages, vonage: vonage.messages, mitake: mitake.messages }[provider].at(
      -1,
    )!;
    const to = 'dstaddr' in sent ? sent.dstaddr : sent.to;
    expect(to).toBe({ twilio: '+886912345678', vonage: '886912345678', mitake: '0912345678' }[provider]);
    expect(await readConnection()).toMatchObject({ workedAt: clock.now(), problem: null });
  });

  test('keys are stored and never returned', async () => {
    await save(provider);
    const { twilio, vonage, mitake } = createAccounts();
    const secret = { twilio: twilio.authToken, vonage: vonage.apiSecret, mitake: mitake.password }[provider];
    expect(JSON.stringify(await server.ask(listConnections, owner))).not.toContain(secret);
    const rows = await server.db.selectFrom('connections').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    if (testDatabaseUrl === undefined)
      expect(readFileSync(`${server.dataDir}/${storeFile}`, 'latin1')).not.toContain(secret);
    expect(server.logged.join('')).not.toContain(secret);
  });

  test('a wrong key is named, and an empty one keeps the stored key', async () => {
    const secret = { twilio: 'authToken', vonage: 'apiSecret', mitake: 'password' }[provider];
    await save(provider, { [secret]: 'wrong' });
    expect(await tryText()).toMatchObject({ kind: 'wrongKey' });
    expect(await readConnection()).toMatchObject({ problem: { kind: 'wrongKey' }, problemAt: clock.now() });
    await save(provider);
    expect(await save(provider, { [secret]: '' })).toMatchObject({ success: true });
    expect(await tryText()).toBeNull();
  });

  test('too many texts, an outage, and a failure of the provider are reported', async () => {
    await save(provider);
    const { switches } = { twilio, vonage, mitake }[provider];
    switches.refuseNext = 1;
    expect(await tryText()).toMatchObject({ kind: 'tooMany' });
    switches.mode = 'down';
    expect(await tryText()).toEqual({ kind: 'unreachable', detail: 'no connection' });
    switches.mode = 'error500';
    expect(await tryText()).toMatchObject({ kind: 'unreachable' });
    switches.mode = 'ok';
    expect(await tryText()).toBeNull();
    expect(await readConnection()).toMatchObject({ problem: null });
  });

  test('a diner gets the code, or a message if it cannot be sent', async () => {
    await save(provider);
    if (provider === 'mitake') {
      // A Taiwanese account without foreign texts.
      expect((await askForCode()).answer).toMatchObject({ code: codes.failure });
      return;
    }
    const { phone, answer } = await askForCode();
    expect(answer).toMatchObject({ success: true });
    const sent = provider === 'twilio' ? twilio.messages.at(-1)!.body : vonage.messages.at(-1)!.text;
    expect(sent).toMatch(/^\d{6} is your code/);
    expect((provider === 'twilio' ? twilio : vonage).messages.at(-1)!.to).toContain(`1${phone}`);
    ({ twilio, vonage })[provider].switches.mode = 'down';
    const failed = (await askForCode()).answer;
    expect(failed).toMatchObject({ success: false, code: codes.failure });
    expect(failed.msg).toContain('try again');
  });
});

test('CX38: a diner with a Taiwanese number in any spelling logs in with a code by Mitake', async () => {
  await save('mitake');
  clock.advance(61_000);
  const ask = async (phone: string) =>
    await server.call(sendPhoneCode, { merchantId: '1001', body: { phone } });
  expect(await ask('+886 912-345-677')).toMatchObject({ success: true });
  const { dstaddr, smbody } = mitake.messages.at(-1)!;
  expect(dstaddr).toBe('0912345677');
  const code = /\d{6}/.exec(smbody)![0];
  const body = {
    phone: '+886 0912 345 677',
    code,
    autoRegister: true,
    autoReceiveCoupon: false,
    autoFillingName: false,
  };
  expect(await server.ask(login, { merchantId: '1001', body })).toMatchObject({ phone: '+886912345677' });
  // One person, one number: the budgets count it once.
  expect(await ask('+886912345677')).toMatchObject({ code: codes.oneMessageAMinute });
  for (const phone of ['+886 12', '+999 123 456 789', '+', '0912345678', '+1 115 555 0101'])
    expect(await ask(phone), phone).toMatchObject({ code: codes.badRequest });
  expect(await ask('+1 (212) 557-9999')).toMatchObject({ success: false });
});

test('CX36: no credit, a barred number and a foreign sender have their own messages', async () => {
  await save('vonage');
  vonage.balance = 0;
  expect(await tryText()).toMatchObject({ kind: 'noCredit' });
  vonage.balance = 100;
  vonage.refusals.set('886900000007', 7);
  expect(await tryText('+886 900 000 007')).toMatchObject({ kind: 'badRecipient' });
  // The number is wrong, not the provider.
  expect(await readConnection()).toMatchObject({ problem: { kind: 'noCredit' } });
  await save('twilio', { from: '+15005550007' });
  expect(await tryText()).toMatchObject({ kind: 'badSender' });
  await save('twilio', { from: 'MG0123456789abcdef0123456789abcdef' });
  expect(await tryText()).toBeNull();
  expect(twilio.messages.at(-1)).toMatchObject({
    from: null,
    messagingServiceSid: expect.stringMatching(/^MG/),
  });
  expect(await tryText('table 7')).toMatchObject({ kind: 'badRecipient' });
});

test('CX36: a diner’s number is neither in the log nor on the owner’s page', async () => {
  await save('twilio');
  clock.advance(61_000);
  // The landline cannot receive texts, and Twilio repeats the number in its words.
  twilio.refusals.set('+12125578801', 21612);
  const body = { phone: '2125578801' };
  expect(await server.call(sendPhoneCode, { merchantId: '1001', body })).toMatchObject({ success: false });
  expect((await readConnection())?.problem).toMatchObject({ kind: 'refused' });
  expect(JSON.stringify(await readConnection())).not.toContain('2125578801');
  expect(server.logged.join('')).not.toContain('2125578801');
});

test('CX36: missing fields and unknown providers are refused with their names', async () => {
  expect(await save('twilio', { accountSid: ' ', authToken: '' })).toMatchObject({
    code: connectionRefused,
    data: { reason: 'missingField', fields: ['accountSid'] },
  });
  await server.ask(removeConnection, { ...owner, body: { kind: 'texts' } });
  expect(await save('twilio', { authToken: '' })).toMatchObject({ data: { fields: ['authToken'] } });
  for (const provider of ['nobody', 'constructor', '__proto__'])
    expect(
      await server.call(saveConnection, { ...owner, body: { kind: 'texts', provider, values: {} } }),
    ).toMatchObject({ code: connectionRefused, data: { reason: 'unknownProvider' } });
  expect(await server.ask(listConnections, owner)).toMatchObject({ connections: [], textsWithout: 'inbox' });
});

test('CX36: each restaurant has its own account', async () => {
  await save('twilio');
  const other = await logInStaff(server, { merchantId: '1002', password: 'counter 1002', name: 'Bo' });
  expect((await server.ask(listConnections, other)).connections).toEqual([]);
  // A row that is copied to another restaurant is worth nothing there.
  const row = await server.db.selectFrom('connections').selectAll().executeTakeFirstOrThrow();
  await server.db
    .insertInto('connections')
    .values({ ...row, merchant_id: '1002' })
    .execute();
  const answer = await server.ask(testTexts, { ...other, body: { phone: '+886912345678' } });
  expect(answer.problem).toMatchObject({ kind: 'unreadable' });
});

test('CX36: at the start the server encrypts everything with a new key; without the old key the page says so', async () => {
  const old = await startTestServer({
    environment: { ...environment, SECRET_KEY: key, PROVIDER_ORIGINS: formatOrigins() },
  });
  const person = { merchantId: '1001', password: 'counter 1001', name: 'Ada' };
  const body = { kind: 'texts' as const, provider: 'twilio', values: createAccounts().twilio };
  await old.ask(saveConnection, { ...(await logInStaff(old, person)), body });
  const restart = async (SECRET_KEY: string) =>
    await startTestServer({
      dataDir: old.dataDir,
      environment: { ...environment, SECRET_KEY, PROVIDER_ORIGINS: formatOrigins() },
    });
  const readProblem = async (at: typeof old) =>
    (await at.ask(testTexts, { ...(await logInStaff(at, person)), body: { phone: '+886912345678' } }))
      .problem;
  await old.close();
  const newKey = 'another-secret-key-of-this-server';
  const rotating = await restart(`${newKey} ${key}`);
  expect(await readProblem(rotating)).toBeNull();
  await rotating.close();
  const rotated = await restart(newKey);
  expect(await readProblem(rotated)).toBeNull();
  await rotated.close();
  const lost = await restart(key);
  expect(await readProblem(lost)).toMatchObject({ kind: 'unreadable' });
  expect(lost.logged.join('')).toContain('SECRET_KEY');
});

test('CX36: a server without a key says so and stores nothing', async () => {
  if (testDatabaseUrl === undefined) {
    // On SQLite the server creates a key, which only its user can read.
    const alone = await startTestServer({ environment });
    expect(readFileSync(`${alone.dataDir}/secret.key`, 'utf8').trim()).toHaveLength(43);
    return;
  }
  const without = await startTestServer({ environment });
  const person = await logInStaff(without, { merchantId: '1001', password: 'counter 1001', name: 'Ada' });
  expect(await without.ask(listConnections, person)).toMatchObject({ lacksKey: true });
  const body = { kind: 'texts' as const, provider: 'twilio', values: createAccounts().twilio };
  expect(await without.call(saveConnection, { ...person, body })).toMatchObject({
    data: { reason: 'lacksKey' },
  });
});
