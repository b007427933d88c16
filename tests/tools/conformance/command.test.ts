// @module-tag slow
/** `npm run conformance` as it is typed, and at this project's own server. */
import { execFile } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { programArgs } from '#tests/programs.ts';
import { sharedServer } from '#tests/server/server-under-test.ts';
import { playAt } from './evening.ts';

// Each command is a process, and without a bundle compiles its sources.
vi.setConfig({ testTimeout: 60_000 });

const server = sharedServer();
const where = ['--merchant', '1001', '--qr', '2'];

interface Said {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function conformance(args: readonly string[]): Promise<Said> {
  const all = [...programArgs('tools/conformance.ts'), ...args];
  return await new Promise((done) =>
    execFile(process.execPath, all, (error, stdout, stderr) =>
      done({ status: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }),
    ),
  );
}

test('at the own server a table can order, and the phone does without nothing', async () => {
  const { isGood, notes } = await playAt(server.address, {
    merchantId: '1001',
    qrcodeId: '1',
    phone: '2125550123',
    codeFor: (to) => server.codeFor(to),
  });
  expect(isGood).toBe(true);
  const odd = notes.filter(({ verdict, looks }) => {
    const { unread = [], ...rest } = looks ?? {};
    const isExact = Object.values(rest).every(({ length }) => length === 0);
    return verdict !== 'ok' || !isExact || unread.some(({ path }) => path !== 'priceAdjustments');
  });
  expect(odd).toEqual([]);
});

test('status 1: a guest may not order there', async () => {
  const { status, stdout, stderr } = await conformance([server.address, ...where]);
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  expect(stdout).toMatch(/^✓ GET \/api\/merchant\/tiny-merchant: /);
  expect(stdout).toMatch(
    /\nGuests may not order at this server, so no order was placed: name a member’s phone with --phone\.\n$/,
  );
  expect(stdout).not.toContain('✗');
});

test('status 0: a member may, with the code that is asked for', async () => {
  const phone = '2125550199';
  const typed = ['--phone', '(212) 555-0199'];
  const all = [...programArgs('tools/conformance.ts'), `${server.address}/`, ...where, ...typed];
  const said = await new Promise<Said>((done) => {
    const child = execFile(process.execPath, all, (error, stdout, stderr) =>
      done({ status: error ? -1 : 0, stdout, stderr }),
    );
    child.stderr?.once(
      'data',
      () => void server.codeFor(phone).then((code) => child.stdin?.end(`${code}\n`)),
    );
  });
  expect(said).toMatchObject({ status: 0, stderr: `Code that came to ${phone}: ` });
  expect(said.stdout).toMatch(
    /\nA table can order at this server \(order \S+\); nothing that the phone does without\.\n$/,
  );
});

test.each<[args: string[], status: number, said: RegExp]>([
  [[], 2, /^the ADDRESS of the server is missing\nusage: npm run conformance/],
  [['api.example', ...where], 2, /^api\.example is no address of http or https\n/],
  [['https://a.example', 'https://b.example', ...where], 2, /^one ADDRESS is enough: https:\/\/b\.example\n/],
  [['https://api.example', '--qr', '1'], 2, /^--merchant is missing\n/],
  [['https://api.example', '--merchant', '1001'], 2, /^--qr is missing\n/],
  [
    ['https://api.example', ...where, '--phone', '555'],
    2,
    /^--phone takes an American number such as 415-555-2671, not 555\n/,
  ],
  [['https://api.example', ...where, '--code', '123456'], 2, /^--code goes with --phone\n/],
  [['https://api.example', ...where, '--fast'], 2, /^Unknown option '--fast'/],
])('%j makes no sense', async (args, status, said) => {
  expect(await conformance(args)).toEqual({ status, stdout: '', stderr: expect.stringMatching(said) });
});

test('--help', async () => {
  const { status, stdout } = await conformance(['--help']);
  expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringMatching(/^usage: /) });
});
