/** P5: what an honest server may write in another way than ours, a phone reads. */
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { envelopeSchema, readEnvelope, type Call } from '#contract/http/call.ts';
import { getTableByQrcode } from '#contract/calls/table.ts';
import { codes } from '#contract/codes.ts';
import { readAnswer } from '#contract/reading/read-answer.ts';
import { readWire } from '#testing/read-wire.ts';
import { callNamed, callNames, type CallName } from './phone-calls.ts';
import { variationsOf } from './variations.ts';

/** By the definition of our own answers alone, as a server writes them that is ours. */
function isExact(call: Call, text: string): boolean {
  const envelope = z.safeParse(envelopeSchema, JSON.parse(text));
  if (!envelope.success || !envelope.data.success || envelope.data.code !== codes.ok) return false;
  return z.safeParse(call.data, envelope.data.data).success;
}

function isRead(call: Call, text: string): boolean {
  try {
    readWire(call, text);
    return true;
  } catch {
    return false;
  }
}

const all = callNames.map((name) => ({ name, call: callNamed(name), variations: variationsOf(name) }));

// P5
test.each(all)('$name: none is refused', ({ call, variations }) => {
  expect(variations.filter(({ text }) => !isRead(call, text)).map(({ what }) => what)).toEqual([]);
});

/** Said in another way, and the same. */
const saysTheSame =
  /(as text|with decimals)$|^every (number|time)|^(no code|code null|no message|message null|fields beside|bare data)$/;
/** An entry that is nothing at all, among others. */
const hasNothing = /with an entry that is null$|\.\d+ (absent|null)$/;

// P5
test.each(all)(
  '$name: nothing of them is left out, and what says the same is read as the same',
  ({ call, variations }) => {
    const read = ({ text }: (typeof variations)[number]) =>
      readAnswer(call, readEnvelope(JSON.parse(text), 200)?.data);
    const plain = read(variations.find(({ what }) => what === 'no message')!);
    for (const each of variations) {
      const { what } = each;
      const found = read(each);
      if (!hasNothing.test(what)) expect(found, what).toMatchObject({ leftOut: [] });
      if (saysTheSame.test(what)) expect(found, what).toEqual(plain);
    }
  },
);

test('by the definition of our own answers alone, so many would be refused', () => {
  let [refused, made] = [0, 0];
  const counts = all.map(({ name, call, variations }): [CallName, string] => {
    const here = variations.filter(({ text }) => !isExact(call, text)).length;
    refused += here;
    made += variations.length;
    return [name, `${here} of ${variations.length}`];
  });
  expect({ ...Object.fromEntries(counts), all: `${refused} of ${made}` }).toMatchInlineSnapshot(`
    {
      "all": "1903 of 3756",
      "checkOrderCode": "13 of 19",
      "clearCart": "5 of 13",
      "getCart": "149 of 323",
      "getCoupons": "43 of 64",
      "getGuests": "13 of 18",
      "getMember": "49 of 119",
      "getMemberOrderList": "211 of 415",
      "getMerchantHome": "20 of 36",
      "getOrderDetail": "205 of 408",
      "getProductsByCategories": "99 of 151",
      "getTableActiveOrder": "205 of 408",
      "getTableByQrcode": "19 of 32",
      "getTinyMerchant": "38 of 54",
      "hasProcessingOrder": "11 of 21",
      "initializeCart": "149 of 323",
      "login": "49 of 119",
      "negotiate": "5 of 13",
      "placeOrder": "203 of 405",
      "previewOrder": "129 of 242",
      "registerGuest": "49 of 119",
      "searchProducts": "88 of 129",
      "sendOrderCodeMessage": "13 of 19",
      "sendPhoneCode": "13 of 19",
      "updateCart": "76 of 168",
      "updateMember": "49 of 119",
    }
  `);
});

// CF11
test('a restaurant may call a table’s number of guests guestCount', () => {
  const data = { tableId: 1, tableName: 'Seven', merchantId: 1001, guestCount: 3, orderType: 0 };
  expect(readWire(getTableByQrcode, JSON.stringify({ success: true, data }))).toMatchObject({ guests: 3 });
});
