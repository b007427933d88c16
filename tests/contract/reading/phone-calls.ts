/** The calls that a phone makes, by the names that tests and reports use. */
import type { Call } from '#contract/http/call.ts';
import { clearCart, getCart, getGuests, initializeCart, updateCart } from '#contract/calls/cart.ts';
import { getCoupons } from '#contract/calls/coupon.ts';
import {
  getMember,
  login,
  logout,
  registerGuest,
  sendPhoneCode,
  updateMember,
} from '#contract/calls/member.ts';
import {
  getMerchantHome,
  getProductsByCategories,
  getTinyMerchant,
  searchProducts,
} from '#contract/calls/merchant.ts';
import {
  getMemberOrderList,
  getOrderDetail,
  getTableActiveOrder,
  hasProcessingOrder,
  placeOrder,
  previewOrder,
  reportLostOrder,
} from '#contract/calls/order.ts';
import { removeAccount } from '#contract/calls/privacy.ts';
import { checkOrderCode, getTableByQrcode, negotiate, sendOrderCodeMessage } from '#contract/calls/table.ts';

const calls = {
  getTinyMerchant, getMerchantHome, getProductsByCategories, searchProducts, sendOrderCodeMessage, getTableByQrcode,
  checkOrderCode, sendPhoneCode, login, getMember, updateMember, registerGuest, hasProcessingOrder,
  getMemberOrderList, getOrderDetail, placeOrder, previewOrder, getTableActiveOrder, updateCart, getCart,
  initializeCart, getGuests, clearCart, negotiate, getCoupons,
}; // prettier-ignore

/** Calls that this project's own server adds. Another server may have them too. */
const added = { logout, removeAccount, reportLostOrder };

export type CallName = keyof typeof calls | keyof typeof added;
export const callNames = Object.keys(calls) as (keyof typeof calls)[];

export function callNamed(name: CallName): Call {
  return { ...calls, ...added }[name];
}
