/**
 * Twelve bills of four countries, calculated by hand from docs/money.md. They are in its section "Twelve bills", too. The
 * comment of each bill shows the steps; `→` is a rounding.
 */
import { describe, expect, test } from 'vitest';
import { calculateSecondBill, type SecondBillInput, type SecondBillLine } from '#testing/second-bill.ts';

const line = (
  price: string,
  quantity: number,
  taxId?: string,
  options: SecondBillLine['options'] = [],
): SecondBillLine => ({ price, quantity, options, ...(taxId === undefined ? {} : { taxId }) });

describe('USA: tax on top, 18 % service', () => {
  const restaurant: Omit<SecondBillInput, 'lines'> = {
    decimals: 2,
    taxes: [
      { id: 'sales', name: 'Sales tax', rate: '0.08875' },
      { id: 'tobacco', name: 'Tobacco tax', rate: '1' },
    ],
    taxIncluded: false,
    serviceChargeRate: '0.18',
    serviceTaxed: true,
    isToGo: false,
    discount: '0',
  };

  /*
   * Lines     12.50 × 2 = 25.00; 4.00
   * Subtotal  29.00
   * Service   29.00 × 0.18 = 5.22
   * Base      29.00 + 5.22 = 34.22
   * Tax       34.22 × 0.08875 = 3.037025 → 3.04
   * Total     29.00 + 5.22 + 3.04 = 37.26
   */
  test('1: two burgers and a lemonade', () =>
    expect(calculateSecondBill({ ...restaurant, lines: [line('12.50', 2), line('4.00', 1)] })).toEqual({
      lines: ['25.00', '4.00'],
      subtotal: '29.00',
      discount: '0.00',
      serviceCharge: '5.22',
      taxes: [{ id: 'sales', name: 'Sales tax', rate: '0.08875', net: '34.22', tax: '3.04' }],
      refunds: [],
      total: '37.26',
    }));

  /*
   * Lines     10.25
   * Service   10.25 × 0.18 = 1.845 → 1.84, a half down to the even cent
   * Base      10.25 + 1.84 = 12.09
   * Tax       12.09 × 0.08875 = 1.0729875 → 1.07
   * Total     10.25 + 1.84 + 1.07 = 13.16
   */
  test('2: a service charge at a half is rounded down to the even cent', () =>
    expect(calculateSecondBill({ ...restaurant, lines: [line('10.25', 1)] })).toEqual({
      lines: ['10.25'],
      subtotal: '10.25',
      discount: '0.00',
      serviceCharge: '1.84',
      taxes: [{ id: 'sales', name: 'Sales tax', rate: '0.08875', net: '12.09', tax: '1.07' }],
      refunds: [],
      total: '13.16',
    }));

  /*
   * Lines     salad 10.75; cigar 10.00
   * Subtotal  20.75
   * Service   20.75 × 0.18 = 3.735 → 3.74, a half up to the even cent
   * Spread    sales: 3.74 × 10.75 ÷ 20.75 = 1.9376 → 1.94; tobacco: 3.74 − 1.94 = 1.80
   * Bases     sales: 10.75 + 1.94 = 12.69; tobacco: 10.00 + 1.80 = 11.80
   * Taxes     12.69 × 0.08875 = 1.1262375 → 1.13; 11.80 × 1 = 11.80
   * Total     20.75 + 3.74 + 1.13 + 11.80 = 37.42
   */
  test('3: a tax with the rate 1, and a service charge at a half is rounded up to the even cent', () =>
    expect(
      calculateSecondBill({ ...restaurant, lines: [line('10.75', 1), line('10.00', 1, 'tobacco')] }),
    ).toEqual({
      lines: ['10.75', '10.00'],
      subtotal: '20.75',
      discount: '0.00',
      serviceCharge: '3.74',
      taxes: [
        { id: 'sales', name: 'Sales tax', rate: '0.08875', net: '12.69', tax: '1.13' },
        { id: 'tobacco', name: 'Tobacco tax', rate: '1', net: '11.80', tax: '11.80' },
      ],
      refunds: [],
      total: '37.42',
    }));

  /*
   * Bill 1, and one of the two burgers is refunded.
   * Service   burgers: 5.22 × 25 ÷ 29 = 4.50; lemonade: 5.22 − 4.50 = 0.72
   * Tax       burgers: 3.04 × 29.50 ÷ 34.22 = 2.6207 → 2.62; lemonade: 3.04 − 2.62 = 0.42
   * Paid      burgers: 25.00 + 4.50 + 2.62 = 32.12; lemonade: 4.00 + 0.72 + 0.42 = 5.14
   * Refund    32.12 × 1 ÷ 2 = 16.06
   * Left      32.12 − 16.06 + 5.14 = 21.20
   * Tax       21.20 × 0.08875 ÷ 1.08875 = 1.7281 → 1.73; net 19.47
   * Shown     16.06 − (3.04 − 1.73) = 14.75
   * Total     29.00 + 5.22 − 14.75 + 1.73 = 21.20
   */
  test('11: one of two burgers is refunded', () =>
    expect(
      calculateSecondBill({
        ...restaurant,
        lines: [line('12.50', 2), line('4.00', 1)],
        refunds: [{ line: 0, pieces: 1 }],
      }),
    ).toEqual({
      lines: ['25.00', '4.00'],
      subtotal: '29.00',
      discount: '0.00',
      serviceCharge: '5.22',
      taxes: [{ id: 'sales', name: 'Sales tax', rate: '0.08875', net: '19.47', tax: '1.73' }],
      refunds: [{ paid: '16.06', shown: '14.75' }],
      total: '21.20',
    }));
});

describe('Taiwan: 5 % included, 10 % service', () => {
  const restaurant: Omit<SecondBillInput, 'lines'> = {
    decimals: 0,
    taxes: [{ id: 'vat', name: '營業稅', rate: '0.05' }],
    taxIncluded: true,
    serviceChargeRate: '0.1',
    serviceTaxed: true,
    isToGo: false,
    discount: '0',
  };

  /*
   * Lines     noodles with two eggs: (170 + 15 × 2) × 2 = 400; tea 25
   * Subtotal  425
   * Service   425 × 0.1 = 42.5 → 42
   * Base      425 + 42 = 467
   * Tax       467 × 0.05 ÷ 1.05 = 22.24 → 22; net 467 − 22 = 445
   * Total     425 + 42 = 467
   */
  test('4: two bowls of noodles with two eggs each, and a tea', () =>
    expect(
      calculateSecondBill({
        ...restaurant,
        lines: [line('170', 2, undefined, [{ price: '15', quantity: 2 }]), line('25', 1)],
      }),
    ).toEqual({
      lines: ['400', '25'],
      subtotal: '425',
      discount: '0',
      serviceCharge: '42',
      taxes: [{ id: 'vat', name: '營業稅', rate: '0.05', net: '445', tax: '22' }],
      refunds: [],
      total: '467',
    }));

  /*
   * Lines     dumplings 120; tea 0
   * Subtotal  120
   * Discount  a coupon of 200, at most the subtotal: 120
   *           dumplings: 120 × 120 ÷ 120 = 120; tea: 120 × 120 ÷ 120 − 120 = 0
   * Service   (120 − 120) × 0.1 = 0
   * Base      0; the first tax bears the service charge of 0
   * Tax       0; net 0
   * Total     0
   */
  test('5: a coupon that is larger than the bill, and a price of 0', () =>
    expect(
      calculateSecondBill({ ...restaurant, discount: '200', lines: [line('120', 1), line('0', 1)] }),
    ).toEqual({
      lines: ['120', '0'],
      subtotal: '120',
      discount: '120',
      serviceCharge: '0',
      taxes: [],
      refunds: [],
      total: '0',
    }));
});

describe('Germany: food 7 % and drinks 19 % included', () => {
  const restaurant: Omit<SecondBillInput, 'lines'> = {
    decimals: 2,
    taxes: [
      { id: 'food', name: 'Speisen', rate: '0.07' },
      { id: 'drinks', name: 'Getränke', rate: '0.19' },
      { id: 'milk', name: 'Milchgetränke', rate: '0.19', toGoRate: '0.07' },
      { id: 'voucher', name: 'Gutscheine', rate: '0' },
    ],
    taxIncluded: true,
    serviceChargeRate: '0',
    serviceTaxed: true,
    isToGo: false,
    discount: '0',
  };

  /*
   * Lines     schnitzel with a beer: (12.90 + 3.50) × 2 = 32.80; spritzer 4.20
   * Parts     beer: 3.50 × 1 × 2 = 7.00; schnitzel: 32.80 − 7.00 = 25.80; spritzer 4.20
   * Subtotal  37.00
   * Discount  5.00; schnitzel: 5 × 25.80 ÷ 37 = 3.4865 → 3.49
   *           schnitzel and beer: 5 × 32.80 ÷ 37 = 4.4324 → 4.43, so beer 4.43 − 3.49 = 0.94
   *           all: 5.00, so spritzer 5.00 − 4.43 = 0.57
   * Service   0
   * Bases     food: 25.80 − 3.49 = 22.31; drinks: (7.00 − 0.94) + (4.20 − 0.57) = 9.69
   * Taxes     22.31 × 0.07 ÷ 1.07 = 1.4595 → 1.46, net 20.85; 9.69 × 0.19 ÷ 1.19 = 1.5471 → 1.55, net 8.14
   * Total     37.00 − 5.00 = 32.00
   */
  test('6: an option with another tax than its dish, and a coupon', () =>
    expect(
      calculateSecondBill({
        ...restaurant,
        discount: '5.00',
        lines: [
          line('12.90', 2, 'food', [{ price: '3.50', quantity: 1, taxId: 'drinks' }]),
          line('4.20', 1, 'drinks'),
        ],
      }),
    ).toEqual({
      lines: ['32.80', '4.20'],
      subtotal: '37.00',
      discount: '5.00',
      serviceCharge: '0.00',
      taxes: [
        { id: 'food', name: 'Speisen', rate: '0.07', net: '20.85', tax: '1.46' },
        { id: 'drinks', name: 'Getränke', rate: '0.19', net: '8.14', tax: '1.55' },
      ],
      refunds: [],
      total: '32.00',
    }));

  /*
   * Bill 6, and 5.00 are refunded.
   * Paid      schnitzel: 25.80 − 3.49 = 22.31; beer: 7.00 − 0.94 = 6.06; spritzer: 4.20 − 0.57 = 3.63
   * Refund    schnitzel: 5 × 22.31 ÷ 32 = 3.4859 → 3.49
   *           schnitzel and beer: 5 × 28.37 ÷ 32 = 4.4328 → 4.43, so beer 0.94 and spritzer 0.57
   * Left      food: 22.31 − 3.49 = 18.82; drinks: (6.06 − 0.94) + (3.63 − 0.57) = 8.18
   * Taxes     18.82 × 0.07 ÷ 1.07 = 1.2312 → 1.23, net 17.59; 8.18 × 0.19 ÷ 1.19 = 1.3061 → 1.31, net 6.87
   * Total     32.00 − 5.00 = 27.00
   */
  test('12: an amount is refunded', () =>
    expect(
      calculateSecondBill({
        ...restaurant,
        discount: '5.00',
        lines: [
          line('12.90', 2, 'food', [{ price: '3.50', quantity: 1, taxId: 'drinks' }]),
          line('4.20', 1, 'drinks'),
        ],
        refunds: [{ amount: '5.00' }],
      }),
    ).toMatchObject({
      taxes: [
        { id: 'food', name: 'Speisen', rate: '0.07', net: '17.59', tax: '1.23' },
        { id: 'drinks', name: 'Getränke', rate: '0.19', net: '6.87', tax: '1.31' },
      ],
      refunds: [{ paid: '5.00', shown: '5.00' }],
      total: '27.00',
    }));

  /*
   * Lines     latte 3.80, to go 7 %; water 2.50; a gift voucher of 20.00, which bears no tax
   * Subtotal  26.30
   * Taxes     drinks: 2.50 × 0.19 ÷ 1.19 = 0.3992 → 0.40, net 2.10
   *           milk drinks: 3.80 × 0.07 ÷ 1.07 = 0.2486 → 0.25, net 3.55
   *           vouchers: a rate of 0 gives no line
   * Total     26.30
   */
  test('7: to go, with a tax of the rate 0', () =>
    expect(
      calculateSecondBill({
        ...restaurant,
        isToGo: true,
        lines: [line('3.80', 1, 'milk'), line('2.50', 1, 'drinks'), line('20.00', 1, 'voucher')],
      }),
    ).toEqual({
      lines: ['3.80', '2.50', '20.00'],
      subtotal: '26.30',
      discount: '0.00',
      serviceCharge: '0.00',
      taxes: [
        { id: 'drinks', name: 'Getränke', rate: '0.19', net: '2.10', tax: '0.40' },
        { id: 'milk', name: 'Milchgetränke', rate: '0.07', net: '3.55', tax: '0.25' },
      ],
      refunds: [],
      total: '26.30',
    }));
});

describe('Japan: food 10 %, to go 8 %', () => {
  const restaurant: Omit<SecondBillInput, 'lines' | 'taxIncluded'> = {
    decimals: 0,
    taxes: [
      { id: 'food', name: '飲食', rate: '0.1', toGoRate: '0.08' },
      { id: 'alcohol', name: '酒類', rate: '0.1' },
    ],
    serviceChargeRate: '0',
    serviceTaxed: true,
    isToGo: false,
    discount: '0',
  };

  /*
   * Lines     ramen 980 × 2 = 1960; gyoza 480
   * Subtotal  2440
   * Tax       2440 × 0.1 ÷ 1.1 = 221.8 → 222; net 2440 − 222 = 2218
   * Total     2440
   */
  test('8: eat in, included', () =>
    expect(
      calculateSecondBill({ ...restaurant, taxIncluded: true, lines: [line('980', 2), line('480', 1)] }),
    ).toEqual({
      lines: ['1960', '480'],
      subtotal: '2440',
      discount: '0',
      serviceCharge: '0',
      taxes: [{ id: 'food', name: '飲食', rate: '0.1', net: '2218', tax: '222' }],
      refunds: [],
      total: '2440',
    }));

  /*
   * Lines     bento 650; beer 650
   * Subtotal  1300
   * Discount  101; bento: 101 × 650 ÷ 1300 = 50.5 → 50; beer: 101 − 50 = 51
   * Bases     650 − 50 = 600; 650 − 51 = 599
   * Taxes     600 × 0.08 = 48; 599 × 0.1 = 59.9 → 60
   * Total     1300 − 101 + 48 + 60 = 1307
   */
  test('9: to go, on top, and a coupon at a half', () =>
    expect(
      calculateSecondBill({
        ...restaurant,
        taxIncluded: false,
        isToGo: true,
        discount: '101',
        lines: [line('650', 1), line('650', 1, 'alcohol')],
      }),
    ).toEqual({
      lines: ['650', '650'],
      subtotal: '1300',
      discount: '101',
      serviceCharge: '0',
      taxes: [
        { id: 'food', name: '飲食', rate: '0.08', net: '600', tax: '48' },
        { id: 'alcohol', name: '酒類', rate: '0.1', net: '599', tax: '60' },
      ],
      refunds: [],
      total: '1307',
    }));

  /*
   * Lines     5015
   * Service   5015 × 0.1 = 501.5 → 502, not taxed
   * Tax       5015 × 0.1 = 501.5 → 502
   * Total     5015 + 502 + 502 = 6019
   */
  test('10: eat in, on top, with an untaxed service charge', () =>
    expect(
      calculateSecondBill({
        ...restaurant,
        taxIncluded: false,
        serviceChargeRate: '0.1',
        serviceTaxed: false,
        lines: [line('5015', 1)],
      }),
    ).toEqual({
      lines: ['5015'],
      subtotal: '5015',
      discount: '0',
      serviceCharge: '502',
      taxes: [{ id: 'food', name: '飲食', rate: '0.1', net: '5015', tax: '502' }],
      refunds: [],
      total: '6019',
    }));
});

describe('details of a step', () => {
  const restaurant: Omit<SecondBillInput, 'lines'> = {
    decimals: 2,
    taxes: [
      { id: 'a', name: 'A', rate: '0.1', toGoRate: '0' },
      { id: 'b', name: 'B', rate: '1' },
    ],
    taxIncluded: true,
    serviceChargeRate: '0',
    serviceTaxed: true,
    isToGo: false,
    discount: '0',
  };

  // A half: 2.01 × 1 ÷ 2 = 1.005 → 1.00; 2.03 × 1 ÷ 2 = 1.015 → 1.02. An option may lower the price.
  test.each([
    ['2.01', '1.00', '1.01'],
    ['2.03', '1.02', '1.01'],
    ['-2.01', '-1.00', '-1.01'],
    ['-2.03', '-1.02', '-1.01'],
    ['-0.01', '0.00', '-0.01'],
  ])('an included tax with the rate 1 on %s is %s, and the rest %s', (price, tax, net) => {
    const options = [{ price, quantity: 1, taxId: 'b' }];
    const bill = calculateSecondBill({ ...restaurant, lines: [line('11', 1, 'a', options)] });
    expect(bill.taxes[1]).toEqual({ id: 'b', name: 'B', rate: '1', net, tax });
  });

  test('an option with a quantity of 0 or less counts nothing, and has no tax line', () => {
    const options = [0, -1].map((quantity) => ({ price: '3', quantity, taxId: 'b' }));
    const bill = calculateSecondBill({ ...restaurant, lines: [line('11', 1, 'a', options)] });
    expect(bill.total).toBe('11.00');
    expect(bill.taxes).toEqual([{ id: 'a', name: 'A', rate: '0.1', net: '10.00', tax: '1.00' }]);
  });

  // Line: 0.125 + 0.125 = 0.25. Option: 0.125 → 0.12. Rest: 0.25 − 0.12 = 0.13.
  test('the part of a dish is the line without the rounded parts of its options', () => {
    const options = [{ price: '0.125', quantity: 1, taxId: 'b' }];
    const bill = calculateSecondBill({
      ...restaurant,
      taxIncluded: false,
      lines: [line('0.125', 1, 'a', options)],
    });
    expect(bill.lines).toEqual(['0.25']);
    expect(bill.taxes.map(({ net }) => net)).toEqual(['0.13', '0.12']);
  });

  // a: 10.00, b: 30.00. Service 0.1 × 40 = 4.00: 1.00 and 3.00. Included taxes: 11 × 0.1 ÷ 1.1 and 33 × 1 ÷ 2.
  test('included taxes on a service charge follow the order of the list, not of the lines', () => {
    const lines = [line('30', 1, 'b'), line('10', 1, 'a')];
    const bill = calculateSecondBill({ ...restaurant, serviceChargeRate: '0.1', lines });
    expect(bill.taxes.map(({ id, net, tax }) => [id, net, tax])).toEqual([
      ['a', '10.00', '1.00'],
      ['b', '16.50', '16.50'],
    ]);
    expect(bill.total).toBe('44.00');
  });

  // An option or a dish that names no tax bears the first, also below a dish with another tax.
  test('an option without a tax has the tax of its dish', () => {
    const bill = calculateSecondBill({
      ...restaurant,
      lines: [line('2', 1, 'b', [{ price: '11', quantity: 1 }])],
    });
    expect(bill.taxes.map(({ id, net, tax }) => [id, net, tax])).toEqual([['b', '6.50', '6.50']]);
  });

  test('a rate to go of 0 replaces the rate', () => {
    const bill = calculateSecondBill({ ...restaurant, isToGo: true, lines: [line('1', 1)] });
    expect([bill.taxes, bill.total]).toEqual([[], '1.00']);
  });

  test('no lines are a bill of 0 without tax lines', () =>
    expect(
      calculateSecondBill({ ...restaurant, discount: '5', serviceChargeRate: '0.1', lines: [] }),
    ).toEqual({
      lines: [],
      subtotal: '0.00',
      discount: '0.00',
      serviceCharge: '0.00',
      taxes: [],
      refunds: [],
      total: '0.00',
    }));

  // Paid for the line: 9.99, and 1.00 of service without tax. 10.99 × 2 ÷ 3 = 7.3267 → 7.33.
  test('pieces that are refunded one after the other are paid back once, with their untaxed service charge', () => {
    const bill = calculateSecondBill({
      ...restaurant,
      serviceTaxed: false,
      serviceChargeRate: '0.1',
      lines: [line('3.33', 3, 'a'), line('0.01', 1, 'b')],
      refunds: [
        { line: 0, pieces: 2 },
        { line: 0, pieces: 1 },
      ],
    });
    expect(bill.refunds.map(({ paid }) => paid)).toEqual(['7.33', '3.66']);
    expect([bill.taxes.map(({ id }) => id), bill.total]).toEqual([['b'], '0.01']);
  });

  test('refuses text that is no decimal number', () =>
    expect(() => calculateSecondBill({ ...restaurant, lines: [line('1e3', 1)] })).toThrow('1e3'));
});
