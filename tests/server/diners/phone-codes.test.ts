import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { login, sendPhoneCode } from '#contract/calls/member.ts';
import { fakeClock, sharedServer, type CallResult } from '../server-under-test.ts';

const clock = fakeClock();
const server = sharedServer({ clock });

const minute = 60_000;

async function send(phone: string, address = '10.1.1.1', merchantId = '1001'): Promise<CallResult<unknown>> {
  return await server.call(sendPhoneCode, { merchantId, address, body: { phone } });
}

async function enter(phone: string, code: string): Promise<CallResult<unknown>> {
  const body = { phone, code, autoRegister: true, autoReceiveCoupon: false, autoFillingName: false };
  return await server.call(login, { merchantId: '1001', body });
}

function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

describe('sending', () => {
  // CA8
  test('takes a phone as it is typed, and puts the code in the inbox alone', async () => {
    clock.advance(minute);
    const answer = await send('(212) 555-0101');
    expect(answer).toMatchObject({ success: true, data: { sent: true } });
    const code = await server.codeFor('2125550101');
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

  test('refuses a second one within a minute', async () => {
    clock.advance(minute);
    expect(await send('2125550102')).toMatchObject({ success: true });
    clock.advance(minute - 1);
    expect(await send('2125550102', '10.1.1.2')).toMatchObject({ code: codes.oneMessageAMinute });
    clock.advance(1);
    expect(await send('2125550102')).toMatchObject({ success: true });
  });

  test('refuses a second one of two at once', async () => {
    clock.advance(minute);
    const answers = await Promise.all(
      ['10.2.0.1', '10.2.0.2', '10.2.0.3'].map((at) => send('2125550103', at)),
    );
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, 4290, 4290]);
  });

  // CE13
  test('refuses a fourth one to the same address within a minute', async () => {
    clock.advance(minute);
    for (const phone of ['2125550111', '2125550112', '2125550113'])
      expect(await send(phone, '10.1.1.3')).toMatchObject({ success: true });
    expect(await send('2125550114', '10.1.1.3')).toMatchObject({
      code: codes.threeMessagesAMinuteByAddress,
    });
    expect(await send('2125550114', '10.1.1.4')).toMatchObject({ success: true });
    clock.advance(minute);
    expect(await send('2125550115', '10.1.1.3')).toMatchObject({ success: true });
  });

  test('needs a merchant that exists', async () => {
    expect(await server.codeOf(sendPhoneCode, { body: { phone: '2125550101' } })).toBe(400);
    expect(await send('2125550101', '10.1.1.9', '9999')).toMatchObject({ code: codes.notFound });
  });
});

describe('a code', () => {
  test('is good once', async () => {
    clock.advance(minute);
    await send('2125550121');
    const code = await server.codeFor('2125550121');
    expect(await enter('2125550121', code)).toMatchObject({ success: true });
    expect(await enter('2125550121', code)).toMatchObject({ success: false, code: codes.badRequest });
  });

  test('is good for ten minutes', async () => {
    clock.advance(minute);
    await send('2125550122');
    const code = await server.codeFor('2125550122');
    clock.advance(10 * minute);
    expect(await enter('2125550122', code)).toMatchObject({ code: codes.badRequest });
  });

  test('stands four wrong tries, not five', async () => {
    clock.advance(minute);
    for (const [phone, tries, isGood] of [
      ['2125550123', 4, true],
      ['2125550124', 5, false],
    ] as const) {
      await send(phone);
      const code = await server.codeFor(phone);
      for (let n = 0; n < tries; n += 1)
        expect(await enter(phone, otherThan(code))).toMatchObject({
          code: codes.badRequest,
          msg: 'Wrong or expired code',
        });
      expect(await enter(phone, code)).toMatchObject({ success: isGood });
    }
  });

  test('of another phone, or of none, is wrong', async () => {
    clock.advance(minute);
    await send('2125550125');
    expect(await enter('2125550126', await server.codeFor('2125550125'))).toMatchObject({ code: 400 });
  });

  test('is void once the next one is sent', async () => {
    clock.advance(minute);
    await send('2125550127');
    const first = await server.codeFor('2125550127');
    clock.advance(minute);
    await send('2125550127');
    const second = await server.codeFor('2125550127');
    if (first !== second) expect(await enter('2125550127', first)).toMatchObject({ code: codes.badRequest });
    expect(await enter('2125550127', second)).toMatchObject({ success: true });
  });
});
