/** The least answers in docs/integrating.md. The phone reads each, and needs every field of it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unreadLinesField } from '#contract/order-fields.ts';
import { readWire } from '#testing/read-wire.ts';
import { callNamed, callNames, type CallName } from './phone-calls.ts';
import { withValue } from './variations.ts';
import { listPlaces } from './whole-answer.ts';

/** The calls in the order of the contract's ids. */
const inOrder: readonly CallName[] = [
  'getTinyMerchant', 'getMerchantHome', 'getProductsByCategories', 'searchProducts', 'sendOrderCodeMessage',
  'getTableByQrcode', 'checkOrderCode', 'sendPhoneCode', 'login', 'getMember', 'updateMember', 'registerGuest',
  'hasProcessingOrder', 'getMemberOrderList', 'getOrderDetail', 'placeOrder', 'previewOrder', 'getTableActiveOrder',
  'updateCart', 'getCart', 'initializeCart', 'getGuests', 'clearCart', 'negotiate',
]; // prettier-ignore

const contract = readFileSync('docs/contract.md', 'utf8');
const page = readFileSync('docs/integrating.md', 'utf8');
const paths = new Map(
  [...contract.matchAll(/^\| \*\*(CA\d+)\*\* \| (\w+) \| `([^`]+)`/gm)].map(([, id, method, path]) => [
    id!,
    `${method} ${path!.replaceAll(/\{(\w+)\}/g, ':$1')}`,
  ]),
);
const rows = [...page.matchAll(/^\| (CA\d+) \| `(\{"success.*?\})` \|/gm)].map(([, id, text]) => {
  const name = inOrder[Number(id!.slice(2)) - 1]!;
  return { id: id!, name, call: callNamed(name), text: text! };
});

// CA1, CA2, CA3, CA4, CA5, CA6, CA7, CA8, CA9, CA10, CA11, CA12, CA13, CA14, CA15, CA16, CA17, CA18, CA19, CA20, CA21, CA22, CA23, CA24
test('each call of the contract has its row', () => {
  expect(rows.map(({ id }) => id)).toEqual(inOrder.map((_, index) => `CA${index + 1}`));
  expect(rows.map(({ call }) => `${call.method} ${call.path}`)).toEqual(rows.map(({ id }) => paths.get(id)));
  // The contract lists what our own server adds elsewhere.
  expect(callNames.filter((name) => !inOrder.includes(name))).toEqual(['getCoupons']);
});

// P5
test.each(rows)('$id $name: the shortest valid answer is read', ({ call, text }) => {
  expect(() => readWire(call, text)).not.toThrow();
});

// P5
test.each(rows)('$id $name: a shorter one is refused, or an entry is left out', ({ call, text }) => {
  const whole = JSON.parse(text) as { data?: unknown };
  // Lines that are only stored to be sent back were not read.
  const countEntries = (read: unknown) =>
    listPlaces(read).filter(({ path }) => path.at(-1) === 'id' && !path.includes(unreadLinesField)).length;
  for (const { path } of listPlaces(whole.data)) {
    // A missing or empty list is an answer too.
    if (typeof path.at(-1) === 'number' || /products|orderItems|userCarts/.test(String(path.at(-1))))
      continue;
    const less = JSON.stringify({ ...whole, data: withValue(whole.data, path, null) });
    let left = -1;
    try {
      left = countEntries(readWire(call, less));
    } catch {
      continue;
    }
    expect(left, path.join('.')).toBeLessThan(countEntries(readWire(call, text)));
  }
});

test('CA18: null means absent', () => {
  expect(readWire(callNamed('getTableActiveOrder'), '{"success":true,"data":null}')).toBe(null);
});
