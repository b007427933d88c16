// @module-tag slow
import { codeRefusals } from '#contract/calls/code-budget.ts';
import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { login, sendPhoneCode } from '#contract/calls/member.ts';
import { fakeClock, startSharedServer, type CallResult } from '../server-under-test.ts';

const clock = fakeClock();
const server = startSharedServer({ clock, environment: { LOGIN_TEXTS_PER_DAY: '300' } });

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

async function send(phone: string, address = '10.1.1.1', merchantId = '1001'): Promise<CallResult<unknown>> {
  return await server.call(sendPhoneCode, { merchantId, address, body: { phone } });
}

async function enter(
  phone: string,
  code: string,
  address = '10.1.1.1',
  merchantId = '1001',
): Promise<CallResult<unknown>> {
  const body = { phone, code, autoRegister: true, autoReceiveCoupon: false, autoFillingName: false };
  return await server.call(login, { merchantId, address, body });
}

async function setSpent(name: string, key: string, spent: number): Promise<void> {
  const { db } = server;
  await db.updateTable('budgets').set({ spent }).where('name', '=', name).where('key', '=', key).execute();
}

async function readSpent(name: string, key: string): Promise<number> {
  const rows = server.db.selectFrom('budgets').select('spent').where('name', '=', name);
  return (await rows.where('key', '=', key).executeTakeFirst())?.spent ?? 0;
}

function createOtherCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

describe('sending a code', () => {
  // CA8
  test('accepts a phone number as it is typed, and puts the code in the inbox alone', async () => {
    clock.advance(minute);
    const answer = await send('(212) 555-0101');
    expect(answer).toMatchObject({ success: true, data: { sent: true } });
    const code = await server.readCode('2125550101');
    expect(code).toMatch(/^\d{6}$/);
    expect(JSON.stringify(answer.envelope)).not.toContain(code);
    expect(server.printed.at(-1)).toContain(code);
    const { code_hash } = await server.db
      .selectFrom('phone_codes')
      .selectAll()
      .where('phone', '=', '2125550101')
      .executeTakeFirstOrThrow();
    expect(code_hash).not.toContain(code);
  });

  test.each(['', '123', '1125550101', '0125550101', '2925550101', '2121550101', '2120550101', '21255501011'])(
    'refuses "%s"',
    async (phone) => {
      expect(await send(phone)).toMatchObject({ success: false, code: codes.badRequest });
    },
  );

  test('refuses a second code within a minute', async () => {
    clock.advance(minute);
    expect(await send('2125550102')).toMatchObject({ success: true });
    clock.advance(minute - 1);
    expect(await send('2125550102', '10.1.1.2')).toMatchObject({ code: codes.oneMessageAMinute });
    clock.advance(1);
    expect(await send('2125550102')).toMatchObject({ success: true });
  });

  test('refuses one of two at once', async () => {
    clock.advance(minute);
    const answers = await Promise.all(
      ['10.2.0.1', '10.2.0.2', '10.2.0.3'].map((at) => send('2125550103', at)),
    );
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, 4290, 4290]);
  });

  // CE23
  test('doubles the wait after each code to a phone, up to eight a day, whichever restaurant asks', async () => {
    clock.advance(minute);
    const start = clock.now();
    for (let n = 0; n < 8; n += 1) {
      const merchantId = n % 2 === 0 ? '1001' : '1002';
      expect(await send('2125550104', '10.1.1.5', merchantId), `text ${n}`).toMatchObject({ success: true });
      const pause = minute * 2 ** n;
      clock.advance(pause - 2 * minute);
      if (n > 1 && n < 7)
        expect(await send('2125550104', `10.1.1.${n}`)).toMatchObject({
          code: codeRefusals.budgetSpent,
          data: { budget: 'pause', until: clock.now() + 2 * minute },
        });
      clock.advance(2 * minute);
    }
    const until = start + day;
    expect(await send('2125550104')).toMatchObject({
      code: codeRefusals.budgetSpent,
      msg: `This phone has had all codes of a day; the next can be sent at ${new Date(until).toISOString()}`,
      data: { budget: 'phone', until },
    });
    clock.advance(until - clock.now() - 1);
    expect(await send('2125550104')).toMatchObject({ data: { budget: 'phone' } });
    clock.advance(1);
    expect(await send('2125550104')).toMatchObject({ success: true });
  });

  // CE13, CE23
  test('lets a full restaurant behind one address log in, a hundred diners in an hour', async () => {
    clock.advance(hour);
    for (let n = 0; n < 100; n += 1) {
      const phone = `31055510${String(n).padStart(2, '0')}`;
      expect(await send(phone, '10.1.2.1')).toMatchObject({ success: true });
      expect(await enter(phone, await server.readCode(phone), '10.1.2.1')).toMatchObject({ success: true });
    }
  });

  test('allows an address 200 in an hour and 1 500 in a day; an IPv6 /64 counts as one', async () => {
    clock.advance(hour);
    const began = clock.now();
    const block = '2001:db8:0:1::/64';
    expect(await send('2125550111', '2001:db8:0:1::1')).toMatchObject({ success: true });
    await setSpent('texts of an address in an hour', block, 199);
    expect(await send('2125550112', '2001:db8:0:1:ffff::2')).toMatchObject({ success: true });
    expect(await send('2125550113', '2001:db8:0:1::3')).toMatchObject({
      code: codeRefusals.budgetSpent,
      data: { budget: 'address', until: began + hour },
    });
    expect(await send('2125550113', '2001:db8:0:2::3'), 'another network').toMatchObject({ success: true });
    clock.advance(hour);
    await setSpent('texts of an address in a day', block, 1_500);
    expect(await send('2125550114', '2001:db8:0:1::3')).toMatchObject({
      data: { budget: 'address', until: began + day },
    });
    const stored = await server.db
      .selectFrom('budgets')
      .select('key')
      .where('key', 'like', '2001:%')
      .execute();
    expect(stored.every(({ key }) => key.endsWith('::/64'))).toBe(true);
    expect(await readSpent('texts to a phone', '2125550114'), 'a refused one counts for nobody').toBe(0);
  });

  test('allows a restaurant the configured number a day, and others continue', async () => {
    clock.advance(day);
    const began = clock.now();
    expect(await send('2125550115', '10.1.3.1', '1002')).toMatchObject({ success: true });
    await setSpent('texts of a restaurant', '1002', 299);
    expect(await send('2125550116', '10.1.3.2', '1002')).toMatchObject({ success: true });
    expect(await send('2125550117', '10.1.3.3', '1002')).toMatchObject({
      code: codeRefusals.budgetSpent,
      data: { budget: 'merchant', until: began + day },
    });
    expect(await send('2125550117', '10.1.3.3', '1001')).toMatchObject({ success: true });
  });

  test('deletes counts that limit nothing any more', async () => {
    clock.advance(8 * day);
    await send('2125550118');
    const { least } = await server.db
      .selectFrom('budgets')
      .select((row) => row.fn.min('last_at').as('least'))
      .executeTakeFirstOrThrow();
    expect(least).toBe(clock.now());
  });

  test('needs an existing merchant', async () => {
    expect(await server.codeOf(sendPhoneCode, { body: { phone: '2125550101' } })).toBe(400);
    expect(await send('2125550101', '10.1.1.9', '9999')).toMatchObject({ code: codes.notFound });
  });
});

describe('a code', () => {
  const wrong = { success: false, code: codes.badRequest, msg: 'Wrong or expired code' };

  test('is valid once, for ten minutes, and for its phone alone', async () => {
    clock.advance(minute);
    await send('2125550121');
    const code = await server.readCode('2125550121');
    expect(await enter('2125550126', code), 'a phone without a code').toMatchObject(wrong);
    expect(await enter('2125550121', code)).toMatchObject({ success: true });
    expect(await enter('2125550121', code)).toMatchObject(wrong);
    await send('2125550122');
    clock.advance(10 * minute);
    expect(await enter('2125550122', await server.readCode('2125550122'))).toMatchObject(wrong);
  });

  test('survives four wrong tries, not five', async () => {
    clock.advance(minute);
    for (const [phone, tries, isGood] of [
      ['2125550123', 4, true],
      ['2125550124', 5, false],
    ] as const) {
      await send(phone);
      const code = await server.readCode(phone);
      for (let n = 0; n < tries; n += 1)
        expect(await enter(phone, createOtherCode(code))).toMatchObject(wrong);
      expect(await enter(phone, code)).toMatchObject({ success: isGood });
    }
  });

  test('is invalid once the next one is sent', async () => {
    clock.advance(minute);
    await send('2125550127');
    const first = await server.readCode('2125550127');
    clock.advance(minute);
    await send('2125550127');
    const second = await server.readCode('2125550127');
    if (first !== second) expect(await enter('2125550127', first)).toMatchObject(wrong);
    expect(await enter('2125550127', second)).toMatchObject({ success: true });
  });
});

/** An attacker cannot take over an account by guessing codes (CE23). */
describe('wrong codes for a phone', () => {
  const attempts = 'wrong codes for a phone';

  // CE23
  test('six are allowed in a week, over all codes and restaurants; then the right one is refused too, until the week is over', async () => {
    clock.advance(8 * day);
    const phone = '2125550131';
    await send(phone);
    const began = clock.now();
    const first = await server.readCode(phone);
    for (let n = 0; n < 4; n += 1)
      expect(await enter(phone, createOtherCode(first))).toMatchObject({ code: 400 });
    expect(await enter(phone, first), 'a right one').toMatchObject({ success: true });
    expect(await readSpent(attempts, phone), 'returns none').toBe(4);
    clock.advance(2 * minute);
    await send(phone, '10.1.1.1', '1002');
    const second = await server.readCode(phone);
    for (let n = 0; n < 2; n += 1)
      expect(await enter(phone, createOtherCode(second), '10.1.1.2', '1002')).toMatchObject({ code: 400 });
    const refused = {
      code: codeRefusals.budgetSpent,
      msg: expect.stringContaining(new Date(began + 7 * day).toISOString()),
      data: { budget: 'attempts', until: began + 7 * day },
    };
    expect(await enter(phone, second, '10.1.1.2', '1002')).toMatchObject(refused);
    clock.advance(5 * minute);
    expect(await send(phone), 'another code would not help').toMatchObject(refused);
    expect(await send('2125550132'), 'others continue').toMatchObject({ success: true });
    clock.advance(began + 7 * day - clock.now());
    expect(await send(phone)).toMatchObject({ success: true });
    expect(await enter(phone, await server.readCode(phone))).toMatchObject({ success: true });
  });

  test('at once get no more', async () => {
    clock.advance(minute);
    const phone = '2125550133';
    let looked = 0;
    for (let round = 0; round < 3; round += 1) {
      await send(phone);
      const wrong = createOtherCode(await server.readCode(phone));
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, n) => enter(phone, wrong, `10.4.${round}.${n}`)),
      );
      expect(answers.filter(({ success }) => success)).toEqual([]);
      const spent = await readSpent(attempts, phone);
      expect(spent - looked, 'of this code').toBeLessThanOrEqual(5);
      looked = spent;
      clock.advance(10 * minute);
    }
    expect(looked).toBe(6);
  });

  test('without an open code count for nothing, and lock nobody out', async () => {
    const phone = '2125550134';
    for (let n = 0; n < 10; n += 1) expect(await enter(phone, '000000')).toMatchObject({ code: 400 });
    expect(await send(phone)).toMatchObject({ success: true });
    expect(await enter(phone, await server.readCode(phone))).toMatchObject({ success: true });
  });
});
