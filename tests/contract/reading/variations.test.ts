/** The phone reads what an honest server may write differently from ours. */
import { expect, test } from 'vitest';
import { readEnvelope, type Call } from '#contract/http/call.ts';
import { getTableByQrcode } from '#contract/calls/table.ts';
import { readAnswer } from '#contract/reading/read-answer.ts';
import { readWire } from '#testing/read-wire.ts';
import { callNamed, callNames } from './phone-calls.ts';
import { createVariations } from './variations.ts';

function isRead(call: Call, text: string): boolean {
  try {
    readWire(call, text);
    return true;
  } catch {
    return false;
  }
}

const all = callNames.map((name) => ({ name, call: callNamed(name), variations: createVariations(name) }));

// P5
test.each(all)('$name: no variation is refused', ({ call, variations }) => {
  expect(variations.filter(({ text }) => !isRead(call, text)).map(({ what }) => what)).toEqual([]);
});

/** Variations that mean the same. */
const saysTheSame =
  /(as text|with decimals)$|^every (number|time)|^(no code|code null|no message|message null|fields beside|bare data)$/;
/** Variations in which a list has an empty entry. */
const hasNothing = /with an entry that is null$|\.\d+ (absent|null)$/;

// P5
test.each(all)('$name: no variation loses data, and equal ones are read alike', ({ call, variations }) => {
  const read = ({ text }: (typeof variations)[number]) =>
    readAnswer(call, readEnvelope(JSON.parse(text), 200)?.data);
  const plain = read(variations.find(({ what }) => what === 'no message')!);
  for (const each of variations) {
    const { what } = each;
    const found = read(each);
    if (!hasNothing.test(what)) expect(found, what).toMatchObject({ leftOut: [] });
    if (saysTheSame.test(what)) expect(found, what).toEqual(plain);
  }
});

// CF11
test('a restaurant may call a table’s number of guests guestCount', () => {
  const data = { tableId: 1, tableName: 'Seven', merchantId: 1001, guestCount: 3, orderType: 0 };
  expect(readWire(getTableByQrcode, JSON.stringify({ success: true, data }))).toMatchObject({ guests: 3 });
});
