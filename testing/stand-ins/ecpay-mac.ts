// ECPay's CheckMacValue, as its merchants and the service itself compute it.
// Built from guides/13-checkmacvalue.md and test-vectors/checkmacvalue.json of github.com/ECPay/ECPay-API-Skill (the vendor's own).

import { createHash, timingSafeEqual } from 'node:crypto';

/** Encodes as .NET does: space becomes +, ~ and ' are escaped, - _ . ! * ( ) are not, and all is lower case. */
export function encodeForEcpay(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replaceAll('~', '%7e')
    .replaceAll("'", '%27')
    .toLowerCase();
}

export function checkMacValue(fields: Record<string, string>, hashKey: string, hashIv: string): string {
  const names = Object.keys(fields).filter((name) => name !== 'CheckMacValue');
  // Sorted without regard to case, but by letter code rather than by the habits of a language.
  const lower = (name: string): string => name.toLowerCase();
  names.sort((a, b) => (lower(a) < lower(b) ? -1 : lower(a) > lower(b) ? 1 : 0));
  const joined = names.map((name) => `${name}=${fields[name] ?? ''}`).join('&');
  const encoded = encodeForEcpay(`HashKey=${hashKey}&${joined}&HashIV=${hashIv}`);
  return createHash('sha256').update(encoded).digest('hex').toUpperCase();
}

export function hasValidMac(fields: Record<string, string>, hashKey: string, hashIv: string): boolean {
  const given = Buffer.from((fields.CheckMacValue ?? '').toUpperCase());
  const right = Buffer.from(checkMacValue(fields, hashKey, hashIv));
  return given.length === right.length && timingSafeEqual(given, right);
}

/** The vendor's public test merchant. */
export const TEST_MERCHANT = {
  merchantId: '3002607',
  hashKey: 'pwFHCqoQZGmho4w6',
  hashIv: 'EkRm7iFT261dpevs',
};

/** The vendor's published vectors, all with the test merchant's key. */
export const MAC_VECTORS: { fields: Record<string, string>; mac: string }[] = [
  {
    fields: {
      MerchantID: '3002607',
      MerchantTradeNo: 'Test1234567890',
      MerchantTradeDate: '2025/01/01 12:00:00',
      PaymentType: 'aio',
      TotalAmount: '100',
      TradeDesc: '測試',
      ItemName: '測試商品',
      ReturnURL: 'https://example.com/notify',
      ChoosePayment: 'ALL',
      EncryptType: '1',
    },
    mac: '291CBA324D31FB5A4BBBFDF2CFE5D32598524753AFD4959C3BF590C5B2F57FB2',
  },
  {
    fields: { MerchantID: '3002607', ItemName: "Tom's Shop", TotalAmount: '100' },
    mac: 'CF0A3D4901D99459D8641516EC57210700E8A5C9AB26B1D021301E9CB93EF78D',
  },
  {
    fields: { MerchantID: '3002607', ItemName: 'Test~Product', TotalAmount: '200' },
    mac: 'CEEAE01D2F9A8E74D4AC0DCE7735B046D73F35A5EC99558A31A2EE03159DA1C9',
  },
  {
    fields: { MerchantID: '3002607', ItemName: 'My Test Product', TotalAmount: '300' },
    mac: '7712A5E6EDC3B57086063C88568084C66CE882A21D40E74DE5ACA3B478C6F316',
  },
  {
    fields: {
      MerchantID: '3002607',
      MerchantTradeNo: 'Test1234567890',
      RtnCode: '1',
      RtnMsg: 'Succeeded',
      TradeNo: '2301011234567890',
      TradeAmt: '100',
      PaymentDate: '2025/01/01 12:05:00',
      PaymentType: 'Credit_CreditCard',
      TradeDate: '2025/01/01 12:00:00',
      SimulatePaid: '0',
    },
    mac: '2AB536D86AFF8E1086744D59175040A32538C96B1C28C4135B551BD728E913B8',
  },
];

/** Throws if this file no longer agrees with the vendor's vectors. */
export function checkMacVectors(): void {
  for (const { fields, mac } of MAC_VECTORS) {
    const ours = checkMacValue(fields, TEST_MERCHANT.hashKey, TEST_MERCHANT.hashIv);
    if (ours !== mac)
      throw new Error(`CheckMacValue of ${JSON.stringify(fields)} is ${ours}, but should be ${mac}`);
  }
}
