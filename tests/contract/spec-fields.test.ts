/** CF1 to CF13: the field names are the contract. Each entity's schema knows all of them, and lets them through. */
import { describe, expect, test } from 'vitest';
import { cartDetailsSchema } from '#contract/calls/cart.ts';
import { couponSchema, orderCouponSchema } from '#contract/calls/coupon.ts';
import { login, memberSchema } from '#contract/calls/member.ts';
import { tinyMerchantSchema } from '#contract/calls/merchant.ts';
import { messageSchema, messageDataSchema } from '#contract/messages.ts';
import { orderItemSchema, orderModifierSchema, orderSchema } from '#contract/order-fields.ts';
import { placeOrder } from '#contract/calls/order.ts';
import { envelopeSchema } from '#contract/http/call.ts';

const words = (text: string) => text.trim().split(/[\s,]+/);
const shapeOf = (schema: unknown) => Object.keys((schema as { shape: object }).shape);

const entities: [name: string, schemas: unknown[], fields: string][] = [
  ['response envelope', [envelopeSchema], 'success, code, msg, data'],
  ['merchant info', [tinyMerchantSchema], 'serverMode, necessarySettingValues, shortName, desc, img'],
  [
    'member',
    [memberSchema],
    `id, token, name, mail, firstName, lastName, birthday, phone, identifier, languagePreference,
    availableUserCouponCount, platform, status, growth, points, memberLevel, levelExpirationTime, pointsRate, createAt,
    updateAt, avatar, registrationState, platformExtraInfo`,
  ],
  [
    'what the loyalty programme knows of a member',
    [(memberSchema.shape.platformExtraInfo as unknown as Wrapped).def.innerType.def.innerType],
    `availableUserCouponCount, balance, extraInfo, growth, id, levelExpirationTime, memberCard, memberId, memberLevel,
    platformId, points, pointsRate`,
  ],
  [
    'order, as it is answered or placed',
    [orderSchema, placeOrder.body, cartDetailsSchema],
    `id, serial, type, customerId, customer, status, isTaxFree, notes, tableId, tableName, guests, orderItems,
    orderTaxes, priceAdjustments, paymentStatus, sendStatus, isPrinted, totalAmount, paymentsTotal, paymentsTips,
    paymentsChange, totalTaxAmount, subTotalAmount, totalDiscountAmount, totalChargeAmount, totalTipsAmount, regionId,
    staffName, staffId, payments, customerProducts, createAt, extraInfo, thirdPartyOrderId, sourceType,
    thirdPartyExtraInfo, rowVersion, orderCoupons, userCouponIds, memberId, orderCode, cartRowVersion, orderMember,
    initialPointAmount, totalPointAmount, userCarts, updateAt`,
  ],
  [
    'order item',
    [orderItemSchema],
    `id, orderId, productId, categoryId, menuId, menuName, categoryName, price, originalPrice, quantity, coefficient,
    notes, isTaxFree, mode, qtyVoid, voidReason, qtySentToKitchen, waitToSend, orderItemModifiers, priceAdjustments,
    condiments, sentAt, sort, type, salesUnitType, salesUnitFactorList, pointsPrice, itemWithAdjustmentAmount,
    couponDiscountAmount`,
  ],
  ['modifier', [orderModifierSchema], 'modifierProductId, quantity, price, condiments, id'],
  [
    'coupon on an order',
    [orderCouponSchema],
    'id, userCouponId, name, couponType, discountType, discountValue, thresholdAmount, maxDiscountAmount, userId',
  ],
  [
    'coupon of a member',
    [couponSchema],
    'id, userCouponId, name, couponType, discountType, discountValue, thresholdAmount, maxDiscountAmount, userId',
  ],
  ['cart details', [cartDetailsSchema], 'userCarts, updateAt, lastOperateAt'],
  ['real-time message', [messageSchema], 'fromBrowserId, messageType, data'],
  ['what table mates are pushed', [messageDataSchema], 'userName, product, quantity'],
  ['login request', [login.body], 'phone, code, autoRegister, autoReceiveCoupon, autoFillingName'],
];

interface Wrapped {
  readonly def: { readonly innerType: { readonly def: { readonly innerType: unknown } } };
}

describe('the field names of the contract', () => {
  // CF1, CF2, CF4, CF5, CF6, CF7, CF9, CF10, CF12, CF13
  test.each(entities)('%s', (_name, schemas, fields) => {
    const known = new Set(schemas.flatMap(shapeOf));
    expect(words(fields).filter((field) => !known.has(field))).toEqual([]);
  });

  // CF14
  test('what a schema does not name is kept for whoever reads it', () => {
    const order = { merchantId: '1', orderItems: [], somethingNew: { a: 1 } };
    expect(placeOrder.body!.parse(order)).toMatchObject({ somethingNew: { a: 1 } });
  });
});
