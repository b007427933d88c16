/**
 * Exports a daily closing as CSV (for spreadsheets) or JSON (for programs).
 *
 * The CSV has one row for each amount. `part` groups them: `sales`, `taxes` by rate, `payments` by method, tips by person, the `cash` of
 * each drawer, and the bills that are `open`. For example, a rate of 7 % with 18.69 of net sales:
 *
 *   part,name,count,rate,net,tax,amount
 *   taxes,rate,,0.07,18.69,1.31,20.00
 */
import type { Drawer } from '#contract/calls/cash.ts';
import type { Closing } from '#contract/calls/closing.ts';
import { moneyNames, calculateUntaxedSales, type ExportFormat } from '#contract/calls/numbers.ts';
import { isZero, sum, type Amount } from '#projections/bill/money.ts';
import { readSettings } from '#server/menu/merchants.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { readClosing } from './closing.ts';
import { toCsv, type Cell } from '../csv.ts';

/** @throws Refusal 404 if there is no such closing */
export async function exportClosingFile(
  db: Db,
  merchantId: string,
  { number, format }: { readonly number: number; readonly format: ExportFormat },
): Promise<{ fileName: string; mediaType: string; text: string }> {
  const closing = await readClosing(db, merchantId, number);
  const { currency = (await readSettings(db, merchantId)).currency } = closing;
  const fileName = `closing-${merchantId}-${number}.${format}`;
  if (format === 'csv') return { fileName, mediaType: 'text/csv', text: toClosingCsv(closing, currency) };
  const text = `${JSON.stringify({ merchantId, ...closing, currency }, undefined, 2)}\n`;
  return { fileName, mediaType: 'application/json', text };
}

const columns = [
  'closing',
  'day',
  'currency',
  'part',
  'name',
  'count',
  'rate',
  'net',
  'tax',
  'amount',
] as const;

function toClosingCsv({ number, day, sums, open, drawers = [] }: Closing, currency: string): string {
  const untaxed = calculateUntaxedSales(sums);
  const createFigure = (text: string | number): Cell => ({ figure: String(text) });
  const writeTaxRow = (name: string, rate: Amount, net: Amount, tax: Amount): Cell[] => [
    'taxes',
    name,
    '',
    createFigure(rate),
    createFigure(net),
    createFigure(tax),
    createFigure(sum([net, tax])),
  ];
  const rows: Cell[][] = [
    ...moneyNames.map((name): Cell[] => [
      'sales',
      toWords(name),
      '',
      '',
      '',
      '',
      createFigure(sums.money[name]),
    ]),
    ...sums.taxes.map(({ rate, net, amount }) => writeTaxRow('rate', rate, net, amount)),
    ...(isZero(untaxed) ? [] : [writeTaxRow('untaxed', '0', untaxed, '0')]),
    ...sums.methods.flatMap(({ method, payments, paid, refunded, tips, rounding }): Cell[][] => [
      ['payments', method, createFigure(payments), '', '', '', createFigure(paid)],
      ['refunds', method, '', '', '', '', createFigure(refunded)],
      ['tips', method, '', '', '', '', createFigure(tips)],
      ...(isZero(rounding) ? [] : [['rounding', method, '', '', '', '', createFigure(rounding)]]),
    ]),
    ...sums.tipsByPerson.map(({ name, tips }): Cell[] => [
      'tips by person',
      name,
      '',
      '',
      '',
      '',
      createFigure(tips),
    ]),
    ...drawers.flatMap(listDrawerRows),
    ...open.orders.map(({ serial, owed }): Cell[] => ['open', serial, '', '', '', '', createFigure(owed)]),
  ];
  return toCsv([columns, ...rows.map((row) => [createFigure(number), day, currency, ...row])]);
}

/** The drawer of a person comes after the name of the amount: "difference: Ada". */
function listDrawerRows({ drawer, float, received, paidIn, paidOut, expected, ...rest }: Drawer): Cell[][] {
  const { counted, difference } = rest;
  const amounts = { float, received, 'paid in': paidIn, 'paid out': paidOut, expected, counted, difference };
  const whose = drawer === '' ? '' : `: ${drawer}`;
  return Object.entries(amounts).flatMap(([name, amount]): Cell[][] =>
    amount === null ? [] : [['cash', `${name}${whose}`, '', '', '', '', { figure: amount }]],
  );
}

/** `serviceCharge` becomes "service charge". */
function toWords(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
