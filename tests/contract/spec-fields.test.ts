/** The field names of the contract. The schema of each entity knows all of them, and keeps them. */
import { describe, expect, test } from 'vitest';
import { cartDetailsSchema } from '#contract/calls/cart.ts';
import { couponSchema, orderCouponSchema } from '#contract/coupon-fields.ts';
import { login, memberSchema } from '#contract/calls/member.ts';
import { tinyMerchantSchema } from '#contract/calls/merchant.ts';
import { messageSchema, messageDataSchema } from '#contract/messages.ts';
import { orderItemSchema, orderModifierSchema, orderSchema } from '#contract/order-fields.ts';
import { placeOrder } from '#contract/calls/order.ts';
import { envelopeSchema } from '#contract/http/call.ts';
import { readTextFile } from '#tests/log-files.ts';

const page = readTextFile('docs/contract.md');
const shapeOf = (schema: unknown) => Object.keys((schema as { shape: object }).shape);
const listNames = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name!);

/** The cell of the contract that names the fields of an entity. */
function getCell(id: string): string {
  return new RegExp(String.raw`^\| \*\*${id}\*\* \| [^|]+ \| (.+) \|$`, 'm').exec(page)![1]!;
}

/** The fields of an entity, without those of the objects in it, which stand in parentheses. */
const listFields = (id: string) => listNames(getCell(id).replaceAll(/\([^)]*\)/g, ''));
const ofLoyalty = listNames(/`platformExtraInfo` \(([^)]*)\)/.exec(getCell('CF4'))![1]!);

interface Wrapped {
  readonly def: { readonly innerType: { readonly def: { readonly innerType: unknown } } };
}
const loyaltySchema = (memberSchema.shape.platformExtraInfo as unknown as Wrapped).def.innerType.def
  .innerType;
const userCartSchema = cartDetailsSchema.shape.userCarts.def.element;

const entities: [name: string, fields: readonly string[], ...schemas: unknown[]][] = [
  ['answer', listFields('CF1'), envelopeSchema],
  ['merchant', listFields('CF2'), tinyMerchantSchema],
  ['member', listFields('CF4'), memberSchema],
  ['what the loyalty programme knows of a member', ofLoyalty, loyaltySchema],
  ['order, as it is answered or placed', listFields('CF5'), orderSchema, placeOrder.body, cartDetailsSchema],
  ['order item', listFields('CF6'), orderItemSchema],
  ['modifier', listFields('CF7'), orderModifierSchema],
  ['coupon on an order', listFields('CF9'), orderCouponSchema],
  ['coupon of a member', listFields('CF9'), couponSchema],
  ['cart', [...listFields('CF10'), 'userCarts', 'lastOperateAt'], cartDetailsSchema, userCartSchema],
  ['group message', listFields('CF12'), messageSchema, messageDataSchema],
  ['login request', listFields('CF13'), login.body],
];

describe('the field names of the contract', () => {
  // CF1, CF2, CF4, CF5, CF6, CF7, CF9, CF10, CF12, CF13
  test.each(entities)('%s', (_name, fields, ...schemas) => {
    const known = new Set(schemas.flatMap(shapeOf));
    expect(fields.length).toBeGreaterThan(3);
    expect(fields.filter((field) => !known.has(field))).toEqual([]);
  });

  // CF14
  test('unknown fields of a schema are kept', () => {
    const order = { merchantId: '1', orderItems: [], somethingNew: { a: 1 } };
    expect(placeOrder.body!.parse(order)).toMatchObject({ somethingNew: { a: 1 } });
  });
});
