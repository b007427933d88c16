// @module-tag slow
/** `npm run conformance` on the command line, and at this project's own server. */
import { expect, test, vi } from 'vitest';
import { runProgram } from '#tests/programs.ts';
import { startSharedServer } from '#tests/server/server-under-test.ts';
import { playAt } from './evening.ts';

// Each command is a process that compiles its sources if there is no bundle.
vi.setConfig({ testTimeout: 60_000 });

const server = startSharedServer();
const where = ['--merchant', '1001', '--qr', '2'];

const runConformance = (args: readonly string[]) => runProgram('tools/conformance.ts', args);

test('at our own server a table can order, and the phone lacks no feature', async () => {
  const { isGood, notes } = await playAt(server.address, {
    merchantId: '1001',
    qrcodeId: '1',
    phone: '2125550123',
    codeFor: (to) => server.readCode(to),
  });
  expect(isGood).toBe(true);
  const odd = notes.filter(({ result: verdict, deviations }) => {
    const { unread = [], ...rest } = deviations ?? {};
    const isExact = Object.values(rest).every(({ length }) => length === 0);
    return verdict !== 'ok' || !isExact || unread.some((path) => path !== 'priceAdjustments');
  });
  expect(odd).toEqual([]);
});

test('status 1: a guest may not order there', async () => {
  const { status, stdout, stderr } = await runConformance([server.address, ...where]);
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  expect(stdout).toMatch(/^✓ GET \/api\/merchant\/tiny-merchant: /);
  expect(stdout).toMatch(
    /\nGuests may not order at this server, so no order was placed: name a member’s phone with --phone\.\n$/,
  );
  expect(stdout).not.toContain('✗');
});

test('status 0: a member may, with the required code', async () => {
  const phone = '2125550199';
  const args = [`${server.address}/`, ...where, '--phone', '(212) 555-0199'];
  const said = await runProgram('tools/conformance.ts', args, {}, ({ stdin, stderr }) => {
    stderr?.once('data', () => void server.readCode(phone).then((code) => stdin?.end(`${code}\n`)));
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
])('%j is an invalid option', async (args, status, said) => {
  expect(await runConformance(args)).toEqual({ status, stdout: '', stderr: expect.stringMatching(said) });
});

test('--help', async () => {
  const { status, stdout } = await runConformance(['--help']);
  expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringMatching(/^usage: /) });
});
