/** The rows of bills and receipts, for the bills of docs/money.md. */
import { expect, test } from 'vitest';
import type { PaperRow } from '#contract/calls/receipt.ts';
import type { Order, PlacedItem } from '#contract/order-fields.ts';
import { adjustmentCategory, orderStatus, paymentStatus } from '#contract/states.ts';
import { calculateLineAmount, type Amount } from '#projections/bill/money.ts';
import type { Tax } from '#projections/bill/taxes.ts';
import { calculateMoney } from '#server/ordering/orders/order-body.ts';
import { applyActs } from '#server/ordering/orders/order-state.ts';
import { composeReceiptRows, type ReceiptFacts } from '#server/service/receipts/receipt-rows.ts';
import type { Act, ServiceEvent } from '#events/fulfilment/service-event.ts';
import { createPlacedItem } from '../staff/orders.ts';

interface House {
  readonly currency: string;
  readonly decimals: number;
  readonly taxes: readonly Tax[];
  readonly isIncluded: boolean;
  readonly service: Amount;
  readonly timeZone: string;
}

const usa: House = {
  currency: 'USD',
  decimals: 2,
  taxes: [{ id: 'tax', name: 'Sales tax', rate: '0.08875' }],
  isIncluded: false,
  service: '0.18',
  timeZone: 'America/New_York',
};
const taiwan: House = {
  currency: 'TWD',
  decimals: 0,
  taxes: [{ id: 'tax', name: '營業稅', rate: '0.05' }],
  isIncluded: true,
  service: '0.1',
  timeZone: 'Asia/Taipei',
};
const germany: House = {
  currency: 'EUR',
  decimals: 2,
  taxes: [
    { id: 'food', name: 'VAT', rate: '0.07' },
    { id: 'drinks', name: 'VAT', rate: '0.19' },
    { id: 'none', name: 'VAT', rate: '0' },
  ],
  isIncluded: true,
  service: '0',
  timeZone: 'Europe/Berlin',
};
const japan: House = {
  ...taiwan,
  currency: 'JPY',
  taxes: [
    { id: 'food', name: 'Consumption tax', rate: '0.08' },
    { id: 'beer', name: 'Consumption tax', rate: '0.1' },
  ],
  isIncluded: false,
  service: '0',
  timeZone: 'Asia/Tokyo',
};

const at = Date.parse('2026-11-25T18:41:00Z');

/** Line, or an option of it: name, price, quantity and tax. */
type Item = readonly [name: string, price: Amount, quantity: number, taxId?: string];

function lineOf(
  [name, price, quantity, taxId]: Item,
  options: readonly Item[],
  decimals: number,
): PlacedItem {
  const orderItemModifiers = options.map(([optionName, optionPrice, pieces, optionTax]) => ({
    modifierProductId: optionName,
    name: optionName,
    price: optionPrice,
    quantity: pieces,
    taxId: optionTax,
  }));
  const line = createPlacedItem({
    id: name,
    productId: name,
    name,
    price,
    quantity,
    taxId,
    orderItemModifiers,
  });
  const item = { ...line, modifiers: orderItemModifiers };
  return { ...line, itemWithAdjustmentAmount: calculateLineAmount(item, quantity, decimals) };
}

function orderOf(house: House, lines: readonly PlacedItem[], fields: Partial<Order> = {}): Order {
  const charges = {
    tax: { taxes: house.taxes, isIncluded: house.isIncluded, isServiceTaxed: true },
    serviceChargeRate: house.service,
    decimals: house.decimals,
  };
  return {
    id: 'o1',
    serial: 'UEWY8F',
    type: 0,
    status: orderStatus.progressing,
    sendStatus: 0,
    paymentStatus: paymentStatus.unpaid,
    tableName: '4',
    guests: 2,
    orderItems: [...lines],
    orderCoupons: fields.orderCoupons ?? [],
    rowVersion: 1,
    createAt: at,
    updateAt: at,
    sourceType: 4,
    serviceChargeRate: house.service,
    ...calculateMoney(lines, fields.orderCoupons ?? [], charges),
    ...fields,
  };
}

type ActOfOrder = Act extends infer Each ? (Each extends Act ? Omit<Each, 'orderId'> : never) : never;

function applyToOrder(order: Order, ...acts: readonly ActOfOrder[]): Order {
  const events = acts.map((act, n) => ({
    id: `e:${n}`,
    actId: `a${n}`,
    at: at + n * 60_000,
    by: { kind: 'staff', name: 'Mo' },
    orderId: order.id,
    sessionId: 's1',
    ...act,
  })) as unknown as ServiceEvent[];
  return applyActs(order, events).order;
}

function write(house: House, order: Order, more: Partial<ReceiptFacts> = {}): PaperRow[] {
  return composeReceiptRows({
    order,
    language: 'en-US',
    currency: house.currency,
    timeZone: house.timeZone,
    house: { name: 'Lantern Alley', taxId: undefined, address: [], footer: [] },
    invoices: [],
    number: undefined,
    copy: 0,
    at,
    otherNames: new Map(),
    ...more,
  });
}

/** The rows as lines of text, without the time's special blanks. */
function toTextLines(rows: readonly PaperRow[]): string[] {
  return rows.map((row) => formatRow(row).replaceAll(/[\u00a0\u202f]/g, ' '));
}

function formatRow(row: PaperRow): string {
  switch (row.kind) {
    case 'rule':
      return '---';
    case 'columns':
      return row.cells.join(' | ');
    case 'amount':
    case 'total':
      return `${row.label}: ${row.amount}`;
    default:
      return row.text;
  }
}

test('a bill in dollars: tax on top, service, a discount with its reason', () => {
  const lines = [lineOf(['Burger', '12.50', 2], [], 2), lineOf(['Lemonade', '4.00', 1], [], 2)];
  const bill = applyToOrder(orderOf(usa, lines), { type: 'orderDiscounted', amount: '5.00', reason: 'late' });
  expect(toTextLines(write(usa, bill))).toEqual([
    'Lantern Alley',
    'Bill',
    'Nov 25, 2026, 1:41 PM',
    'Table 4 · Order UEWY8F',
    '---',
    '2 × Burger: $25.00',
    '$12.50 each',
    '1 × Lemonade: $4.00',
    '---',
    'Subtotal: $29.00',
    'Discount · late: −$5.00',
    'Service charge 18%: $4.32',
    'Sales tax 8.875%: $2.51',
    'Total: $30.83',
    'Tax | Net | Tax amt. | Gross',
    'Sales tax 8.875% | $28.32 | $2.51 | $30.83',
  ]);
});

test('a receipt in Taiwan: number, tax id, whole dollars, options, names in a second language', () => {
  const egg: Item = ['滷蛋', '15', 2];
  const order = orderOf(taiwan, [lineOf(['牛肉麵', '170', 2], [egg], 0), lineOf(['茶', '25', 1], [], 0)]);
  const paid = applyToOrder(order, { type: 'orderPaid', amount: '467', method: 'cash' });
  const rows = write(taiwan, paid, {
    language: 'zh-TW',
    house: {
      name: '燈巷小館',
      taxId: '04595257',
      address: ['臺北市中正區', '重慶南路一段 122 號'],
      footer: ['謝謝光臨'],
    },
    number: 1042,
    otherNames: new Map([
      ['牛肉麵', 'Beef noodles'],
      ['滷蛋', 'Egg'],
    ]),
  });
  expect(toTextLines(rows)).toEqual([
    '燈巷小館',
    '臺北市中正區',
    '重慶南路一段 122 號',
    '統一編號 04595257',
    '消費明細 第 1042 號',
    '2026年11月26日 凌晨2:41',
    '4 號桌 · 訂單 UEWY8F',
    '---',
    '2 × 牛肉麵: $400',
    '滷蛋 × 2',
    'Beef noodles · Egg × 2',
    '1 × 茶: $25',
    '---',
    '小計: $425',
    '服務費 10%: $42',
    '總計: $467',
    '稅別 | 未稅 | 稅額 | 含稅',
    '營業稅 5% | $445 | $22 | $467',
    '---',
    '已付 · 現金 · 凌晨2:41: $467',
    '---',
    '謝謝光臨',
  ]);
});

test('two included rates and untaxed goods add up to the total; a coupon is named', () => {
  const beer: Item = ['Beer', '3.50', 1, 'drinks'];
  const lines = [
    lineOf(['Schnitzel', '12.90', 2, 'food'], [beer], 2),
    lineOf(['Spritzer', '4.20', 1, 'drinks'], [], 2),
    lineOf(['Voucher', '20.00', 1, 'none'], [], 2),
  ];
  const coupon = {
    id: 'c1',
    userCouponId: 'u1',
    name: 'Welcome',
    amount: '5.00',
    couponType: 0,
    discountType: 0,
    discountValue: '5.00',
    thresholdAmount: '0',
    maxDiscountAmount: null,
    userId: 'u1',
  };
  const rows = toTextLines(write(germany, orderOf(germany, lines, { orderCoupons: [coupon] })));
  const table = rows.slice(rows.indexOf('Tax | Net | Tax amt. | Gross') + 1);
  expect(rows).toContain('Welcome: −€5.00');
  expect(rows).toContain('Total: €52.00');
  expect(rows.some((row) => row.startsWith('VAT 7%:'))).toBe(false);
  expect(table.map((row) => row.split(' | ')[0])).toEqual(['A · VAT 7%', 'B · VAT 19%', 'Untaxed']);
  // Each dish has the letters of its rates, so that the taxes can be checked line by line.
  expect(rows.filter((row) => /^\d ×/.test(row)).map((row) => row.split(':')[0])).toEqual([
    '2 × Schnitzel (A B)',
    '1 × Spritzer (B)',
    '1 × Voucher',
  ]);
  const gross = table.map((row) => Number(row.split(' | ')[3]!.slice(1)) * 100);
  expect(Math.round(gross.reduce((all, each) => all + each, 0))).toBe(5200);
});

test('yen have no decimals; a refund lowers total and tax, and the returned money is listed', () => {
  const lines = [lineOf(['Bento', '650', 1, 'food'], [], 0), lineOf(['Beer', '650', 1, 'beer'], [], 0)];
  const order = applyToOrder(
    orderOf(japan, lines, { tableName: null }),
    { type: 'orderPaid', amount: '1417', tip: '100', method: 'card' },
    { type: 'orderRefunded', amount: '702', method: 'card', reason: 'cold' },
  );
  const refund = order.priceAdjustments!.find(({ category }) => category === adjustmentCategory.refund)!;
  const rows = toTextLines(write(japan, order, { number: 1 }));
  expect(rows).toContain('To go · Order UEWY8F');
  expect(rows).toContain(`Refund · cold: −¥${refund.amount.slice(1)}`);
  expect(rows).toContain('Total: ¥715');
  expect(rows).toContain('Paid · Card · 3:41 AM: ¥1,417');
  expect(rows).toContain('Tip: ¥100');
  expect(rows).toContain('Given back · Card · 3:42 AM: −¥702');
  expect(rows.filter((row) => /Still|returned/.test(row))).toEqual([]);
});

test('a part payment leaves the rest to pay; an overpayment is to be returned', () => {
  const order = orderOf(usa, [lineOf(['Burger', '10.00', 1], [], 2)]);
  const part = applyToOrder(order, { type: 'orderPaid', amount: '5.00', method: 'cash' });
  expect(toTextLines(write(usa, part)).at(-1)).toBe('Still to pay: $7.85');
  const over = applyToOrder(order, { type: 'orderPaid', amount: '20.00', method: 'unknown' });
  expect(toTextLines(write(usa, over)).slice(-2)).toEqual([
    'Paid · 1:41 PM: $20.00',
    'To be returned: $7.15',
  ]);
  expect(toTextLines(write(usa, order)).some((row) => /Still|returned/.test(row))).toBe(false);
});

test('cash shows its rounding and change; a part of several diners names them', () => {
  const order = orderOf(usa, [lineOf(['Burger', '10.00', 1], [], 2)]);
  const cash = { type: 'orderPaid', amount: '12.85', method: 'cash', rounding: '-0.01', tendered: '20.00' };
  const paid = applyToOrder(order, { ...cash, parts: [{ userId: 'u1', amount: '12.85' }] } as ActOfOrder);
  const rows = toTextLines(write(usa, paid));
  expect(rows.slice(rows.indexOf('Paid · Ann · Cash · 1:41 PM: $12.85'))).toEqual([
    'Paid · Ann · Cash · 1:41 PM: $12.85',
    'Received $20.00, change $7.16',
    'Rounding of cash: −$0.01',
  ]);
});

test('a refund of a double payment has its reason at the returned money', () => {
  const order = orderOf(usa, [lineOf(['Burger', '10.00', 1], [], 2)]);
  const twice = applyToOrder(
    order,
    { type: 'orderPaid', amount: '12.85', method: 'card' },
    { type: 'orderPaid', amount: '12.85', method: 'cash' },
    { type: 'orderRefunded', amount: '12.85', overpaid: '12.85', method: 'cash', reason: 'paid twice' },
  );
  const rows = toTextLines(write(usa, twice));
  expect(rows).toContain('Total: $12.85');
  expect(rows.slice(-2)).toEqual(['Given back · Cash · 1:43 PM: −$12.85', 'paid twice']);
});

test('a guest’s invoice details are below the payments', () => {
  const order = orderOf(taiwan, [lineOf(['茶', '25', 1], [], 0)]);
  const invoice = { buyerName: '', buyerTaxId: '04595257', carrier: '/ABC1234' };
  const rows = toTextLines(write(taiwan, order, { language: 'zh-TW', invoices: [invoice] }));
  expect(rows.slice(-3)).toEqual(['---', '買方統編 · 04595257', '載具 · /ABC1234']);
});

test('a cancelled order and a copy say so; a dish by weight has the price of its unit', () => {
  const line = { ...lineOf(['Prawns', '5.00', 3], [], 2), unitLabel: '100 g' };
  const order = orderOf(usa, [line]);
  const rows = toTextLines(write(usa, { ...order, status: orderStatus.cancelled }, { number: 7, copy: 2 }));
  expect(rows.slice(1, 4)).toEqual(['Receipt no. 7', 'Copy 2', 'Canceled']);
  expect(rows.slice(7, 9)).toEqual(['300 g Prawns: $15.00', '$5.00 / 100 g']);
});
