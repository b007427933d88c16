// @module-tag slow
/** The taxes of daily closings, by rate, against those of the orders (CX30). */
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { closeDay, exportClosing, listClosings, type Closing } from '#contract/calls/closing.ts';
import { exportOrders, getNumbers, type Sums } from '#contract/calls/numbers.ts';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus } from '#contract/states.ts';
import { createAdmin } from '#server/back-office/admin/admin.ts';
import type { WholeMerchant } from '#contract/menu-file/whole-merchant.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { fakeClock, startTestServer } from '../server-under-test.ts';
import { act, actOnOrder, createClose, createFullPayment, logInStaff } from '../staff/acts.ts';

const dayMs = 24 * 60 * 60_000;
const name = (text: string) => ({ 'en-US': text, 'zh-TW': text });
/** Food at 7 %, drinks at 19 %, deposits without tax. */
const taxes = [
  { id: 'food', name: name('Reduced'), rate: '0.07' },
  { id: 'drinks', name: name('Standard'), rate: '0.19', toGoRate: '0.190' },
  { id: 'deposit', name: name('None'), rate: '0' },
];

async function createRestaurant() {
  const clock = fakeClock(Date.parse('2026-11-25T12:00:00Z'));
  const server = await startTestServer({
    clock,
    environment: { STAFF_PASSWORDS: JSON.stringify({ '1001': 'counter 1001' }) },
  });
  const admin = createAdmin({ db: server.db, now: () => clock.now() });
  const set = async (settings: Partial<WholeMerchant>) => {
    const whole = (await admin.readMerchant('1001'))!;
    const categories = whole.categories.map((category, n) => ({ ...category, tax: taxes[n % 3]!.id }));
    await admin.writeMerchant({ ...whole, timeZone: 'Europe/Berlin', taxes, categories, ...settings }, false);
  };
  const logInAda = async () =>
    await logInStaff(server, { merchantId: '1001', password: 'counter 1001', name: 'Ada' });
  const close = async (): Promise<Closing> => {
    const people = await logInAda();
    const { next } = await server.ask(listClosings, people);
    return await server.ask(closeDay, { ...people, body: { day: next!.day } });
  };
  return { clock, server, set, logInAda, close };
}

type Restaurant = Awaited<ReturnType<typeof createRestaurant>>;

/** Ten orders of one day, each with something that changes its taxes. */
async function sellSome({ clock, server }: Restaurant, day: number): Promise<void> {
  const till = await server.till();
  const { simple } = await listDishes(server);
  // One dish of each section, so that each tax occurs.
  const bySection = [...new Map(simple.map((dish) => [dish.categoryId, dish])).values()];
  for (let n = 0; n < 10; n += 1) {
    const phone = createTablePhone(
      server,
      await server.seat(await server.member(`21257${day}00${n}0`.slice(0, 10)), String(n + 1)),
      `t${day}${n}`,
    );
    const chosen = [0, 1, 2].map((of) => bySection[(n + of) % bySection.length]!);
    await phone.send(...chosen.map((dish, of) => phone.add(createItem(dish), 1 + ((n + of) % 3))));
    const order = await phone.order(`d${day}n${n}`);
    const sendAct = async (fields: {
      readonly type: string;
      readonly percent?: number;
      readonly amount?: string;
      readonly method?: string;
      readonly reason: string;
    }) => {
      clock.advance(1_000);
      return (await server.ask(actOnOrder, { ...till, ...act(order, fields) })).order;
    };
    let now = order;
    if (n % 2 === 0) now = await sendAct({ type: 'orderDiscounted', percent: 10 + n, reason: 'late' });
    const [first] = order.orderItems;
    const voids = { type: 'dishVoided', orderItemId: first!.id, quantity: 1, reason: 'cold' };
    if (n % 3 === 0) now = await sendAct(voids);
    if (n === 7) await server.ask(actOnOrder, { ...till, ...createClose(now, 'cancelled') });
    else if (n !== 8) await server.ask(actOnOrder, { ...till, ...createFullPayment(now) });
    if (n === 4) await sendAct({ type: 'orderRefunded', amount: '3.00', method: 'cash', reason: 'cold' });
    clock.advance(60_000);
  }
}

/** Decimal text as cents. */
const toCents = (amount = '0'): number => Math.round(Number(amount) * 100);

/** Adds up the tax lines of orders: net and tax in cents, by rate in hundredths of a percent. */
function addUp(lines: readonly { rate: string; net?: string | undefined; amount: string }[]) {
  const sums: Record<string, [net: number, tax: number]> = {};
  for (const { rate, net, amount } of lines) {
    const key = String(Math.round(Number(rate) * 10_000));
    const [nets, all] = sums[key] ?? [0, 0];
    sums[key] = [nets + toCents(net), all + toCents(amount)];
  }
  return sums;
}

const calculateUntaxed = ({ money, taxes: lines }: Sums): number =>
  toCents(money.total) - lines.reduce((all, { net, amount }) => all + toCents(net) + toCents(amount), 0);

test('CX30: the taxes of all closings are those of all orders, by rate and to the cent', async () => {
  const place = await createRestaurant();
  const { clock, server, set, logInAda, close } = place;
  const closings: Closing[] = [];
  const till = await server.till();
  for (const [day, taxIncluded] of [true, false, true].entries()) {
    await set({ taxIncluded, serviceTaxed: day !== 2, serviceChargeRate: '0.1' });
    await sellSome(place, day);
    closings.push(await close());
    clock.advance(dayMs);
    // An order of the day before changes after its closing.
    if (day === 1) {
      const yesterday = { day: closings[1]!.day, format: 'json' } as const;
      const { orders } = JSON.parse((await server.ask(exportOrders, { ...till, query: yesterday })).text) as {
        orders: Order[];
      };
      const unpaid = orders.find((order) => order.status === 0 && order.paymentStatus === 0)!;
      const line = unpaid.orderItems.at(-1)!;
      const voids = { type: 'dishVoided', orderItemId: line.id, quantity: 1, reason: 'late' };
      await server.ask(actOnOrder, { ...till, ...act(unpaid, voids) });
    }
  }

  const files = await Promise.all(
    closings.map(({ day }) => server.ask(exportOrders, { ...till, query: { day, format: 'json' } })),
  );
  const orders = files
    .flatMap(({ text }) => (JSON.parse(text) as { orders: Order[] }).orders)
    .filter(({ status }) => status !== orderStatus.cancelled);
  expect(orders).toHaveLength(27);
  const ofOrders = addUp(orders.flatMap(({ orderTaxes }) => orderTaxes));
  expect(Object.keys(ofOrders)).toEqual(['700', '1900']);
  expect(addUp(closings.flatMap(({ sums }) => sums.taxes))).toEqual(ofOrders);

  for (const { sums } of closings) {
    const { money } = sums;
    expect(sums.taxes.map(({ rate }) => rate)).toEqual(['0.07', '0.19']);
    expect(sums.taxes.reduce((all, { amount }) => all + toCents(amount), 0)).toBe(toCents(money.tax));
    const parts = ['dishes', 'serviceCharge', 'tax'] as const;
    const off = ['discounts', 'coupons', 'taxIncluded', 'refundedSales'] as const;
    const total =
      parts.reduce((all, part) => all + toCents(money[part]), 0) -
      off.reduce((all, part) => all + toCents(money[part]), 0);
    expect(toCents(money.total)).toBe(total);
    expect(calculateUntaxed(sums)).toBeGreaterThan(0);
    expect(toCents(money.refundedSales)).toBeGreaterThan(0);
  }
  expect(closings[0]!.sums.money.taxIncluded).toBe(closings[0]!.sums.money.tax);
  expect(closings[1]!.sums.money.taxIncluded).toBe('0.00');

  // The report of the days has the same taxes as the closings.
  const query = { from: closings[0]!.day, to: closings[2]!.day };
  const { sums } = await server.ask(getNumbers, { ...(await logInAda()), query });
  expect(addUp(sums.taxes)).toEqual(ofOrders);
}, 60_000);

test('CX30: a closing as a file has each amount, for systems too, and adds up', async () => {
  const place = await createRestaurant();
  const { server, set, logInAda, close } = place;
  await set({ taxIncluded: true, currency: 'EUR' });
  await sellSome(place, 0);
  const closing = await close();
  const system = await server.till('1001', ['readOrders']);
  const exportFile = async (format: string) =>
    await server.ask(exportClosing, { ...system, query: { number: 1, format } });

  const csv = await exportFile('csv');
  expect([csv.fileName, csv.mediaType]).toEqual(['closing-1001-1.csv', 'text/csv']);
  const rows: Record<string, string>[] = parse(csv.text, { bom: true, columns: true });
  const listRows = (wanted: string) => rows.filter((row) => row['part'] === wanted);
  expect(rows.every((row) => row['closing'] === '1' && row['currency'] === 'EUR')).toBe(true);
  expect(listRows('taxes').map(({ name: of, rate, net, tax }) => [of, rate, net, tax])).toEqual([
    ...closing.sums.taxes.map(({ rate, net, amount }) => ['rate', rate, net, amount]),
    ['untaxed', '0', (calculateUntaxed(closing.sums) / 100).toFixed(2), '0'],
  ]);
  const { total } = closing.sums.money;
  expect(listRows('taxes').reduce((all, { amount }) => all + toCents(amount), 0)).toBe(toCents(total));
  expect(listRows('sales').find((row) => row['name'] === 'total')!['amount']).toBe(total);
  expect(listRows('sales').find((row) => row['name'] === 'tax included')!['amount']).toBe(
    closing.sums.money.tax,
  );
  const { serial, owed } = closing.open.orders[0]!;
  expect(listRows('open')).toMatchObject([{ name: serial, amount: owed }]);
  const [cash] = closing.sums.methods;
  expect(listRows('payments')).toMatchObject([
    { name: 'cash', count: String(cash!.payments), amount: cash!.paid },
  ]);

  const json = await exportFile('json');
  expect(JSON.parse(json.text)).toEqual({ merchantId: '1001', currency: 'EUR', ...closing });
  const missing = await server.codeOf(exportClosing, {
    ...(await logInAda()),
    query: { number: 2, format: 'csv' },
  });
  expect(missing).toBe(404);
});
