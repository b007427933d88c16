/** Mails over real sockets (CX56). The stand-in was written from the RFCs alone. */
import { execFileSync, spawn } from 'node:child_process';
import type { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isMailAddress } from '#contract/mail-address.ts';
import { createSmtpSender, type MailServer, type OutgoingMail } from '#server/platform/mail/smtp.ts';
import { startSmtp, type Smtp } from '#testing/stand-ins/smtp.ts';

let plain: Smtp;
let startTls: Smtp;
let tls: Smtp;
let ca = '';
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mail-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', ...curve, ...name, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  ca = readFileSync(cert, 'utf8');
  const pair = { key: readFileSync(key), cert: ca };
  rmSync(folder, { recursive: true });
  plain = await startSmtp();
  startTls = await startSmtp({ tls: pair });
  tls = await startSmtp({ tls: pair, implicitTls: true });
  return () => Promise.all([plain, startTls, tls].map((standIn) => standIn.close()));
});
afterEach(() => {
  for (const { switches, refusals } of [plain, startTls, tls]) {
    Object.assign(switches, {
      mode: 'ok',
      greylist: false,
      refuseData: null,
      quota: null,
      requireTls: false,
    });
    refusals.clear();
  }
});

const createMailServer = (standIn: Smtp): MailServer => ({
  host: 'localhost',
  port: standIn.port,
  encryption: standIn === tls ? 'tls' : standIn === startTls ? 'startTls' : 'none',
  username: standIn.user,
  password: standIn.password,
  fromName: '麵屋 Müller',
  fromAddress: 'shop@example.com',
});
const usual: OutgoingMail = { id: 'a1', to: 'ann@example.org', subject: '您的消費明細', text: '謝謝！' };

function send(
  standIn: Smtp,
  server: Partial<MailServer> = {},
  mail: Partial<OutgoingMail> = {},
  trusted: string | undefined = ca,
) {
  const { port } = { ...createMailServer(standIn), ...server };
  const allowed = [`localhost:${port}`, `127.0.0.1:${port}`, `mail.invalid:${port}`];
  const sends = createSmtpSender({ allowed, timeoutMs: 500, ...(trusted !== '' && { ca: trusted }) });
  return sends({ ...createMailServer(standIn), ...server }, { ...usual, ...mail });
}

test.each(['plain', 'startTls', 'tls'] as const)('CX56: a mail arrives: %s', async (kind) => {
  const standIn = { plain, startTls, tls }[kind];
  const attachment = { fileName: 'receipt-7.pdf', content: Buffer.from('%PDF-1.3 …') };
  expect(await send(standIn, {}, { attachment })).toBeUndefined();
  const message = standIn.messages.at(-1)!;
  expect(message).toMatchObject({ from: 'shop@example.com', to: ['ann@example.org'], user: standIn.user });
  expect(message.tls).toBe(kind !== 'plain');
  expect(message.mail).toMatchObject({ subject: '您的消費明細', text: expect.stringContaining('謝謝！') });
  expect(message.mail.headers).toMatchObject({
    from: '麵屋 Müller <shop@example.com>',
    to: 'ann@example.org',
    'message-id': '<a1@example.com>',
  });
  expect(message.mail.attachments).toEqual([
    { type: 'application/pdf', filename: 'receipt-7.pdf', content: attachment.content },
  ]);
});

describe('CX56: problems', () => {
  test('a wrong password, and a missing one', async () => {
    expect(await send(plain, { password: 'wrong' })).toMatchObject({ kind: 'wrongKey' });
    expect(await send(plain, { username: '', password: '' })).toMatchObject({ kind: 'wrongKey' });
  });

  test('a temporary refusal, and then the mail arrives', async () => {
    plain.switches.greylist = true;
    expect(await send(plain, {}, { to: 'bob@example.org' })).toEqual({
      kind: 'later',
      detail: '451 4.7.1 Greylisted, please try again later',
    });
    expect(await send(plain, {}, { to: 'bob@example.org' })).toBeUndefined();
    plain.switches.mode = 'busy';
    expect(await send(plain)).toMatchObject({ kind: 'later' });
  });

  test('an unknown recipient; the message does not repeat the address', async () => {
    plain.refusals.set('ann@example.org', '550 5.1.1 <ann@example.org>: no such user');
    expect(await send(plain)).toEqual({ kind: 'badRecipient', detail: '550 5.1.1 <…>: no such user' });
    plain.refusals.set('ann@example.org', '552 5.2.2 Mailbox over quota');
    expect(await send(plain)).toMatchObject({ kind: 'badRecipient' });
  });

  test('a refused message, and a used-up quota', async () => {
    plain.switches.refuseData = '554 5.7.1 Message rejected as spam';
    expect(await send(plain)).toMatchObject({ kind: 'refused', detail: plain.switches.refuseData });
    plain.switches.quota = 0;
    expect(await send(plain)).toMatchObject({ kind: 'tooMany' });
  });

  test('an unknown server name, no answer, and a late answer', async () => {
    expect(await send(plain, { host: 'mail.invalid' })).toMatchObject({ kind: 'unknownHost' });
    plain.switches.mode = 'down';
    expect(await send(plain)).toMatchObject({ kind: 'unreachable' });
    plain.switches.mode = 'hang';
    expect(await send(plain)).toMatchObject({ kind: 'timeout' });
  });

  test('a server that disconnects at once, in a process of its own', async () => {
    const program = `const s = require('node:net').createServer((c) => c.destroy());
      s.listen(0, '127.0.0.1', () => console.log(s.address().port));`;
    const other = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [port] = (await once(other.stdout, 'data')) as [Buffer];
      expect(await send(plain, { port: Number(String(port)) })).toMatchObject({ kind: 'unreachable' });
    } finally {
      other.kill();
    }
  });

  test('a lost answer to the message', async () => {
    plain.switches.mode = 'lostAnswer';
    expect(await send(plain)).toMatchObject({ kind: 'unreachable' });
  });

  test.each(['startTls', 'tls'] as const)('a certificate: %s', async (kind) => {
    const standIn = { startTls, tls }[kind];
    const before = standIn.dialogue.length;
    expect(await send(standIn, {}, {}, '')).toMatchObject({ kind: 'certificate' });
    expect(await send(standIn, { host: '127.0.0.1' })).toMatchObject({ kind: 'certificate' });
    // Neither the password nor the message was sent.
    expect(standIn.dialogue.slice(before).filter((line) => /AUTH|MAIL|DATA/.test(line))).toEqual([]);
  });

  test('encryption that was removed on the way, or that the port does not support', async () => {
    const before = plain.dialogue.length;
    expect(await send(plain, { encryption: 'startTls' })).toMatchObject({ kind: 'noEncryption' });
    expect(await send(plain, { encryption: 'tls' })).toMatchObject({ kind: 'noEncryption' });
    expect(plain.dialogue.slice(before).filter((line) => /AUTH|MAIL|DATA/.test(line))).toEqual([]);
  });
});

test('CX56: the server connects to public addresses at usual ports, or where the admin allows it', async () => {
  const { port } = plain;
  const sends = createSmtpSender({ allowed: [`localhost:${port}`], timeoutMs: 500 });
  const kinds = await Promise.all(
    [
      { host: '127.0.0.1', port },
      { host: '127.0.0.1', port: 25 },
      { host: 'localhost', port: 25 },
      { host: '10.0.0.1', port: 587 },
      { host: '::ffff:127.0.0.1', port: 465 },
      { host: 'smtp.example.com', port: 5432 },
      { host: 'localhost', port },
    ].map(async (server) => (await sends({ ...createMailServer(plain), ...server }, usual))?.kind),
  );
  expect(kinds).toEqual([...Array.from({ length: 6 }, () => 'notAllowed'), undefined]);
});

const findAll = (...addresses: readonly string[]) =>
  (() => Promise.resolve(addresses.map((address) => ({ address, family: 4 })))) as unknown as typeof lookup;

test('CX56: the server tries another address of the name if one refuses; one private address is enough to refuse all', async () => {
  const server = { ...createMailServer(plain), host: 'mail.example.com' };
  const listed = [`mail.example.com:${plain.port}`];
  const before = plain.messages.length;
  // No server listens at the first one.
  const find = findAll('127.0.0.2', '127.0.0.1');
  expect(await createSmtpSender({ allowed: listed, timeoutMs: 500, find })(server, usual)).toBeUndefined();
  expect(plain.messages).toHaveLength(before + 1);
  const sends = createSmtpSender({ allowed: [], timeoutMs: 500, find: findAll('1.1.1.1', '10.0.0.1') });
  expect(await sends({ ...server, port: 587 }, usual)).toMatchObject({ kind: 'notAllowed' });
});

describe('CX56: header injection', () => {
  test.each([
    'Eve\r\nBcc: victim@example.org',
    'Eve\nBcc: victim@example.org',
    'Eve" <victim@example.org>, "',
    '=?utf-8?Q?x=0D=0ABcc:_victim@example.org?=',
  ])('a name or subject adds no recipient: %j', async (words) => {
    expect(await send(plain, { fromName: words }, { subject: words })).toBeUndefined();
    const { to, mail } = plain.messages.at(-1)!;
    expect(to).toEqual(['ann@example.org']);
    expect(mail.headers['bcc']).toBeUndefined();
    expect(mail.headers['to']).toBe('ann@example.org');
    expect(plain.dialogue.filter((line) => line.startsWith('RCPT')).join()).not.toContain('victim');
  });

  test.each([
    ['ann@example.org', true],
    ['ann+tag@mail.example.org', true],
    ['安@例子.台灣', true],
    ['ann@example', false],
    ['ann@example.org\r\nBcc: victim@example.org', false],
    ['ann@example.org,victim@example.org', false],
    ['Ann <ann@example.org>', false],
    ['"ann"@example.org', false],
    ['ann@exa\0mple.org', false],
    ['ann@@example.org', false],
    [`${'a'.repeat(65)}@example.org`, false],
    [`ann@${'a'.repeat(250)}.org`, false],
  ])('%j is an address: %s', (text, isAddress) => {
    expect(isMailAddress(text)).toBe(isAddress);
  });
});
