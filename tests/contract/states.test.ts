/** The numbers of the contract. */
import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import {
  adjustmentCategory,
  adjustmentTarget,
  itemMode,
  orderStatus,
  orderType,
  paymentStatus,
  registrationState,
  salesUnitType,
  toScreenOrderType,
  sendStatus,
  serverMode,
  setting,
  sourceType,
  findWord,
} from '#contract/states.ts';

// CS1, CS2, CS3, CS4, CS5, CS6, CS7, CS8, CS9
test('states have the numbers of the contract', () => {
  expect(orderStatus).toEqual({ progressing: 0, completed: 1, cancelled: 2, beMerged: 3, unknown: -1 });
  expect(sendStatus).toEqual({ unSend: 0, partiallySent: 1, allSent: 2 });
  expect(Object.values(paymentStatus)).toEqual([0, 1, 2, 3, 4, 5, 1011]);
  expect(Object.values(orderType)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect([0, 8].map(toScreenOrderType)).toEqual([100, 108]);
  expect(Object.values(sourceType)).toEqual([0, 1, 2, 3, 4]);
  const categories = 'discount charge tips coupon promotion benefit tax refund recharge orderDiscountBenefit';
  expect(Object.keys(adjustmentCategory)).toEqual(categories.split(' '));
  expect(Object.values(adjustmentCategory)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(adjustmentTarget).toEqual({ entireOrder: 0, item: 1 });
  expect(Object.keys(itemMode)).toEqual(['normal', 'customized', 'recharge', 'pointExchange']);
  expect(registrationState).toEqual({ unregistered: 0, registered: 1 });
  expect(serverMode).toEqual({ cloud: 0, local: 1 });
  expect(Object.keys(salesUnitType)).toEqual(['piece', 'weight']);
  expect(setting).toEqual({
    supportsGuest: 18001,
    orderCodeRequired: 18002,
    themePrimaryColour: 8003,
    clearTableCartMinutes: 18005,
  });
});

test('an unknown number is the text “unknown”', () => {
  expect(findWord(paymentStatus, 2)).toBe('fullyPaid');
  expect(findWord(paymentStatus, 99)).toBe('unknown');
});

test('the codes of the contract', () => {
  expect(codes).toMatchObject({
    pleaseAddItAgainToYourCart: 1997,
    soldOut: 2025,
    checkoutInProgress: 4040,
    oneMessageAMinute: 4290,
    threeMessagesAMinuteByAddress: 4291,
    tableUnavailable: 10010,
    guestModeDoesNotSupportPlacingOrders: 10011,
    orderSubmitted: 10087,
    orderHasCheckout: 11000,
    orderModified: 12000,
    shoppingCartUpdated: 66666,
  });
});
