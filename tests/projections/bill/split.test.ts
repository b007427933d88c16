import { Decimal } from 'decimal.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareAmounts, sum, zero, type Amount } from '#projections/bill/money.ts';
import {
  calculateBillTotal,
  splitEqually,
  splitIntoOwnParts,
  listPayers,
  type Bill,
  type Sharing,
} from '#projections/bill/split.ts';
import { forAll } from '#tests/properties/for-all.ts';

const line = (lineId: string, userId: string, amount: Amount) => ({ lineId, userId, amount });
const createBill = (lines: Bill['lines'], charges: Amount[] = [], diners = ['ann', 'ben', 'mei']): Bill => ({
  lines,
  diners,
  charges,
});
const listAmounts = (parts: ReturnType<typeof splitIntoOwnParts>) => parts.map(({ amount }) => amount);

describe('each diner pays for their own dishes', () => {
  const lines = [line('1', 'ann', '6.50'), line('2', 'ann', '3.25'), line('3', 'mei', '4.25')];

  test('service charge, tax and discount are split in proportion', () => {
    // 14.00 − 2.00 + 1.20 + 0.66 = 13.86; Ann has 9.75 / 14 of it: 9.6525.
    expect(splitIntoOwnParts(createBill(lines, ['-2.00', '1.20', '0.66']))).toEqual([
      { userId: 'ann', amount: '9.65' },
      { userId: 'ben', amount: '0.00' },
      { userId: 'mei', amount: '4.21' },
    ]);
  });

  test('charges alone, and a discount of the whole bill', () => {
    expect(listAmounts(splitIntoOwnParts(createBill([], ['1.00'])))).toEqual(['0.34', '0.33', '0.33']);
    expect(listAmounts(splitIntoOwnParts(createBill(lines, ['-14.00'])))).toEqual(['0.00', '0.00', '0.00']);
    expect(listAmounts(splitIntoOwnParts(createBill([line('1', 'ann', zero)])))).toEqual([
      '0.00',
      '0.00',
      '0.00',
    ]);
  });

  test('when a shared dish leaves a cent, the lower id pays it, on each phone', () => {
    const sharing = new Map([['2', ['mei', 'ann']]]);
    expect(listAmounts(splitIntoOwnParts(createBill(lines), sharing))).toEqual(['8.13', '0.00', '5.87']);
    const fromMei = splitIntoOwnParts(createBill(lines, [], ['mei', 'ben', 'ann']), sharing);
    expect(listAmounts(fromMei)).toEqual(['5.87', '0.00', '8.13']);
  });

  test('a diner who has left shares nothing more; their own line is split among all', () => {
    const left = line('9', 'kai', '1.00');
    expect(listPayers(left, new Map(), ['ann', 'mei'])).toEqual(['ann', 'mei']);
    expect(listPayers(left, new Map([['9', ['kai', 'mei']]]), ['ann', 'mei'])).toEqual(['mei']);
    expect(listPayers(lines[0]!, new Map([['1', ['kai']]]), ['ann', 'mei'])).toEqual(['ann']);
    expect(listAmounts(splitIntoOwnParts(createBill([left])))).toEqual(['0.34', '0.33', '0.33']);
  });

  test('a table without diners', () => {
    expect(splitIntoOwnParts(createBill(lines, [], []))).toEqual([]);
    expect(splitEqually('14.00', 0)).toEqual([]);
  });

  test('a currency without cents is split in whole coins, unless the total has cents', () => {
    const hundred = [line('1', 'ann', '100.00')];
    const all = new Map([['1', ['ann', 'ben', 'mei']]]);
    expect(listAmounts(splitIntoOwnParts(createBill(hundred), all, 0))).toEqual(['34.00', '33.00', '33.00']);
    expect(splitEqually('100.00', 3, 0)).toEqual(['34.00', '33.00', '33.00']);
    expect(splitEqually('100.50', 3, 0)).toEqual(['33.50', '33.50', '33.50']);
  });
});

test('equal parts: the larger ones first', () => {
  expect(splitEqually('10.00', 3)).toEqual(['3.34', '3.33', '3.33']);
  expect(splitEqually('-0.02', 3)).toEqual(['0.00', '-0.01', '-0.01']);
});

const amount = fc.integer({ min: 0, max: 99_999 }).map((cents) => (cents / 100).toFixed(2));
const signed = fc.integer({ min: -5_000, max: 20_000 }).map((cents) => (cents / 100).toFixed(2));
const everybody = ['u1', 'u2', 'u3', 'u4', 'u5', 'u6', 'u7'];
const party = fc.uniqueArray(fc.constantFrom(...everybody), { minLength: 1, maxLength: 7 });

/** A bill with a total of at least 0. Some owners and sharers of its lines have left the table. */
const bills = fc
  .record({
    diners: party,
    lines: fc.array(fc.record({ userId: fc.constantFrom(...everybody), amount }), { maxLength: 12 }),
    charges: fc.array(signed, { maxLength: 3 }),
    shared: fc.array(fc.uniqueArray(fc.constantFrom(...everybody), { maxLength: 7 }), { maxLength: 12 }),
  })
  .map(({ lines, shared, ...rest }) => ({
    bill: { ...rest, lines: lines.map((each, index) => ({ ...each, lineId: String(index) })) },
    sharing: new Map(shared.map((sharers, index) => [String(index), sharers])) as Sharing,
  }))
  .filter(
    ({ bill: { lines, charges } }) => compareAmounts(calculateBillTotal({ lines, charges }), zero) >= 0,
  );

/** The exact part to 60 digits, computed another way. */
const Exact = Decimal.clone({ precision: 60 });
function calculateExactPart({ lines, diners, charges }: Bill, sharing: Sharing, userId: string): Decimal {
  const baseOf = (diner: string) =>
    lines.reduce((base, each) => {
      const payers = listPayers(each, sharing, diners);
      return payers.includes(diner) ? base.plus(new Exact(each.amount).dividedBy(payers.length)) : base;
    }, new Exact(0));
  const subtotal = diners.reduce((all, diner) => all.plus(baseOf(diner)), new Exact(0));
  const onTop = new Exact(sum(charges));
  const proportion = subtotal.isZero()
    ? new Exact(1).dividedBy(diners.length)
    : baseOf(userId).dividedBy(subtotal);
  return baseOf(userId).plus(onTop.times(proportion));
}

describe('any bill with any shared dishes', () => {
  test('the parts add up to the total, and none is negative', () => {
    forAll(bills, fc.constantFrom(0, 2), ({ bill, sharing }, places) => {
      const amounts = listAmounts(splitIntoOwnParts(bill, sharing, places));
      expect(sum(amounts)).toBe(calculateBillTotal(bill));
      for (const part of amounts) expect(part).toMatch(/^\d+\.\d\d$/);
    });
  });

  test('each part is less than a cent off the exact part', () => {
    forAll(bills, ({ bill, sharing }) => {
      for (const { userId, amount } of splitIntoOwnParts(bill, sharing)) {
        const off = calculateExactPart(bill, sharing, userId).minus(amount).abs();
        expect(off.lessThan('0.01')).toBe(true);
      }
    });
  });

  test('the order in which diners arrive changes nothing', () => {
    const shuffled = bills.chain(({ bill, sharing }) =>
      fc
        .shuffledSubarray([...bill.diners], { minLength: bill.diners.length })
        .map((diners) => ({ bill, sharing, diners })),
    );
    const indexByUser = (parts: ReturnType<typeof splitIntoOwnParts>) =>
      new Map(parts.map((each) => [each.userId, each.amount]));
    forAll(shuffled, ({ bill, sharing, diners }) => {
      expect(indexByUser(splitIntoOwnParts({ ...bill, diners }, sharing))).toEqual(
        indexByUser(splitIntoOwnParts(bill, sharing)),
      );
    });
  });

  test('a dish shared by one diner belongs to that diner alone', () => {
    forAll(bills, fc.nat(), ({ bill, sharing }, at) => {
      const [first, ...rest] = bill.lines;
      if (!first) return;
      const payer = bill.diners[at % bill.diners.length]!;
      const shared = splitIntoOwnParts(bill, new Map([...sharing, [first.lineId, [payer]]]));
      const others = new Map([...sharing].filter(([lineId]) => lineId !== first.lineId));
      const own = splitIntoOwnParts({ ...bill, lines: [{ ...first, userId: payer }, ...rest] }, others);
      expect(shared).toEqual(own);
    });
  });

  test('if nothing is shared or on top, each diner pays exactly their own lines', () => {
    forAll(bills, ({ bill: { lines, diners } }) => {
      const present = lines.filter(({ userId }) => diners.includes(userId));
      for (const part of splitIntoOwnParts({ lines: present, diners, charges: [] }))
        expect(part.amount).toBe(
          sum(present.filter(({ userId }) => userId === part.userId).map((each) => each.amount)),
        );
    });
  });

  test('equal parts add up and differ by a cent at most', () => {
    forAll(amount, fc.integer({ min: 1, max: 99 }), (total, people) => {
      const parts = splitEqually(total, people);
      expect(parts).toHaveLength(people);
      expect(sum(parts)).toBe(total);
      const off = new Exact(parts[0]!).minus(parts.at(-1)!);
      expect([0, 0.01]).toContain(off.toNumber());
    });
  });
});
