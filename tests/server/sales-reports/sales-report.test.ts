// @module-tag slow
/** The sales report of a simulated month against a second implementation (CX29). */
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { closeDay, dayNotClosable, listClosings } from '#contract/calls/closing.ts';
import { countNames, getNumbers, moneyNames, type Sums } from '#contract/calls/numbers.ts';
import { endOfDay } from '#server/menu/business-day.ts';
import { createDayCounter } from '#server/back-office/sales-reports/count-days.ts';
import { findCountedDays, lateWritesMs } from '#server/back-office/sales-reports/day-figures.ts';
import { addSums } from '#server/back-office/sales-reports/figures.ts';
import { createAdmin } from '#server/back-office/admin/admin.ts';
import { fakeClock, startSharedServer, type Caller } from '../server-under-test.ts';
import { logInStaff } from '../staff/acts.ts';
import { playMonth, type Seen } from './month.ts';
import { readAccounting, type Row } from './read-accounting.ts';
import {
  sumTallies,
  listTallyChanges,
  mergePlain,
  onTheWall,
  parseCents,
  parsePlainOrder,
  type PlainOrder,
  type Tally,
} from './plain-figures.ts';

const dayMs = 24 * 60 * 60_000;
const timeZone = 'America/New_York';
/** Starts at noon. The clocks go forward on the 8th. */
const clock = fakeClock(Date.parse('2026-03-02T17:00:00Z'));
const server = startSharedServer({
  clock,
  environment: {
    STAFF_PASSWORDS: JSON.stringify({ '1001': 'counter 1001' }),
    REQUESTS_PER_MINUTE: '0',
    TOKEN_SECONDS: '86400',
  },
});
let people: Caller;
let seen: Seen;
let orders: readonly PlainOrder[];

beforeAll(async () => {
  const operator = createAdmin({ db: server.db, now: () => clock.now() });
  const whole = (await operator.readMerchant('1001'))!;
  await operator.writeMerchant({ ...whole, timeZone }, false);
  seen = await playMonth(server, clock, { days: 30, ordersADay: 2, seed: 7, logInAda });
  people = await logInAda();
  const { db } = server;
  const rows = await db.selectFrom('orders').select(['id', 'body']).execute();
  const eventsQuery = db
    .selectFrom('service_events')
    .select(['order_id', 'body'])
    .orderBy('at')
    .orderBy('seq');
  const events = await eventsQuery.execute();
  const listEvents = (id: string) => events.filter((event) => event.order_id === id).map(({ body }) => body);
  orders = mergePlain(rows.map(({ id, body }) => parsePlainOrder(body, listEvents(id))));
}, 120_000);

/** The report's sums in cents. */
function tallyCents({ counts, money, methods, taxes }: Sums): Tally {
  const toCents = (amount: string) => BigInt(amount.replace('.', ''));
  return {
    ...Object.fromEntries(countNames.map((name) => [name, BigInt(counts[name])])),
    ...Object.fromEntries(moneyNames.map((name) => [name, toCents(money[name])])),
    net: toCents(taxes.length === 1 ? taxes[0]!.net : '0.00'),
    ...Object.fromEntries(methods.map(({ method, paid }) => [`paid ${method}`, toCents(paid)])),
    ...Object.fromEntries(methods.map(({ method, refunded }) => [`refunded ${method}`, toCents(refunded)])),
  };
}

const logInAda = async () =>
  await logInStaff(server, { merchantId: '1001', password: 'counter 1001', name: 'Ada' });
const pickNames = (tally: Tally, names: readonly string[]): Tally =>
  Object.fromEntries(names.map((name) => [name, tally[name] ?? 0n]));
const listPlainChanges = () => orders.flatMap(listTallyChanges);
const listDays = () =>
  [...new Set(listPlainChanges().map(({ at }) => onTheWall(at, timeZone).day))].toSorted();

// CX85
describe('CX29: a month', () => {
  test('contains every kind of event that the reports count', () => {
    const things = [
      'roundSent', 'dishServed', 'second round', 'dishAdded', 'dishVoided', 'orderDiscounted', 'orderPaid', 'coupon',
      'cancelled', 'unpaid', 'taken back', 'given back another day', 'not closed', 'discount removed', 'merged', 'moved',
      'moved back',
    ]; // prettier-ignore
    expect(things.filter((thing) => !(seen[thing]! > 0))).toEqual([]);
    expect(orders).toHaveLength(60 + seen['merged']! + seen['moved']!);
    expect(listDays().length).toBeGreaterThanOrEqual(30);
  });

  test('has sums of each day equal to the log’s, to the cent, for one day or several', async () => {
    const all = listDays();
    for (const day of all) {
      const { sums } = await server.ask(getNumbers, { ...people, query: { from: day, to: day } });
      const expected = sumTallies(
        listPlainChanges()
          .filter(({ at }) => onTheWall(at, timeZone).day === day)
          .map(({ tally }) => tally),
      );
      const figures = tallyCents(sums);
      expect([day, figures]).toEqual([day, pickNames(expected, Object.keys(figures))]);
    }
    const query = { from: all[0]!, to: all.at(-1)! };
    const month = await server.ask(getNumbers, { ...people, query });
    const figures = tallyCents(month.sums);
    const expected = sumTallies(listPlainChanges().map(({ tally }) => tally));
    expect(figures).toEqual(pickNames(expected, Object.keys(figures)));
    const tips = Object.entries(expected).flatMap(([name, each]) =>
      name.startsWith('tips of ') && each !== 0n ? [[name.slice('tips of '.length), each]] : [],
    );
    expect(tips.length).toBeGreaterThan(0);
    expect(month.sums.tipsByPerson.map(({ name, tips: of }) => [name, parseCents(of)])).toEqual(
      tips.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
    );
    const cash = Object.entries(expected).flatMap(([name, each]) =>
      name.startsWith('cash of ') && each !== 0n ? [[name.slice('cash of '.length), each]] : [],
    );
    expect(month.sums.cashByPerson.map(({ name, received }) => [name, parseCents(received)])).toEqual(cash);
    expect(cash).toHaveLength(1);
    // The second answer comes from the cached days.
    expect(await server.db.selectFrom('day_figures').select('starts_at').execute()).not.toEqual([]);
    expect(await server.ask(getNumbers, { ...people, query })).toEqual(month);
  });

  test('has past days counted in advance, each once, and no other day', async () => {
    const all = listDays();
    const query = { from: all[0]!, to: all.at(-1)! };
    const asked = await server.ask(getNumbers, { ...people, query });
    await server.db.deleteFrom('day_figures').execute();
    const counter = createDayCounter(server.deps);
    let counted = 0;
    while (await counter()) counted += 1;
    const zone = { timeZone, dayEndsAt: 4 };
    const countedDays = await findCountedDays(server.db, '1001', zone, query);
    expect([...countedDays]).toEqual(all.filter((day) => endOfDay(zone, day) < clock.now() - lateWritesMs));
    expect(counted).toBeGreaterThanOrEqual(countedDays.size);
    // Cached days are reported without reading their orders.
    const bodies = await server.db.selectFrom('orders').select(['id', 'body']).execute();
    await server.db.updateTable('orders').set({ body: '{}' }).where('updated_at', '<', clock.now() - 3 * dayMs).execute();
    const before = all.filter((day) => endOfDay(zone, day) < clock.now() - 3 * dayMs);
    const unread = await server.ask(getNumbers, { ...people, query: { from: before[0]!, to: before.at(-1)! } });
    for (const { id, body } of bodies)
      await server.db.updateTable('orders').set({ body }).where('id', '=', id).execute();
    expect(unread.days).toEqual(asked.days.slice(0, before.length));
    expect(await server.ask(getNumbers, { ...people, query })).toEqual(asked);
    clock.advance(15 * 60_000);
    expect(await counter()).toBe(false);
  }); // prettier-ignore

  test('matches the log by hour, by dish and by table, too', async () => {
    const query = { from: listDays()[0]!, to: listDays().at(-1)! };
    const { hours, dishes, tables } = await server.ask(getNumbers, { ...people, query });
    for (const { hour, total, rounds, orders: opened } of hours) {
      const those = listPlainChanges().filter(({ at }) => onTheWall(at, timeZone).hour === hour);
      const expected = sumTallies(those.map(({ tally }) => tally));
      expect([hour, BigInt(total.replace('.', '')), BigInt(rounds), BigInt(opened)]).toEqual([
        hour, expected['total'] ?? 0n, expected['rounds'] ?? 0n, expected['orders'] ?? 0n,
      ]); // prettier-ignore
    }
    const all = sumTallies(listPlainChanges().map(({ tally }) => tally));
    for (const { productId, pieces, amount } of dishes)
      expect([BigInt(pieces), BigInt(amount.replace('.', ''))]).toEqual([
        all[`pieces ${productId}`], all[`amount ${productId}`],
      ]); // prettier-ignore
    expect(dishes.map(({ productId }) => `pieces ${productId}`).toSorted()).toEqual(
      Object.keys(all)
        .filter((name) => name.startsWith('pieces '))
        .toSorted(),
    );
    for (const { tableId, total } of tables) {
      const ofTable = listPlainChanges().filter(({ order }) => order.table === tableId);
      expect(BigInt(total.replace('.', ''))).toBe(sumTallies(ofTable.map(({ tally }) => tally))['total']);
    }
    expect(tables).toHaveLength(12);
  });

  // CX61
  test('has a file for the accountant with each payment, which adds up to each day’s sums', async () => {
    const query = { from: listDays()[0]!, to: listDays().at(-1)!, format: 'json' } as const;
    const { rows } = JSON.parse((await readAccounting(server, people, query)).text) as { rows: Row[] };
    const sumColumn = (those: readonly Row[], name: string) =>
      those.reduce((all, row) => all + parseCents(row[name] ?? '0.00'), 0n);
    for (const day of listDays()) {
      const filterRows = (kind: string) => rows.filter((row) => row['day'] === day && row['kind'] === kind);
      const file = {
        total: sumColumn(filterRows('sale'), 'amount'),
        tax: sumColumn(filterRows('sale'), 'tax'),
        net: sumColumn(filterRows('sale'), 'net'),
        tips: sumColumn(filterRows('sale'), 'tip'),
        'tax by rate': sumColumn(filterRows('tax'), 'tax'),
        'net by rate': sumColumn(filterRows('tax'), 'net'),
        'gross by rate': sumColumn(filterRows('tax'), 'amount'),
        paid: sumColumn(filterRows('payment'), 'amount'),
        refunded: -sumColumn(filterRows('refund'), 'amount'),
        'tips of payments': sumColumn([...filterRows('payment'), ...filterRows('refund')], 'tip'),
        discounts: sumColumn(filterRows('discount'), 'amount'),
        coupons: sumColumn(filterRows('coupon'), 'amount'),
        voided: sumColumn(filterRows('void'), 'amount'),
        cancelled: sumColumn(filterRows('cancelled'), 'amount'),
      };
      const sums = sumTallies(
        listPlainChanges()
          .filter(({ at }) => onTheWall(at, timeZone).day === day)
          .map(({ tally }) => tally),
      );
      const gross = (sums['net'] ?? 0n) + (sums['tax'] ?? 0n);
      const same = { 'tax by rate': sums['tax'], 'net by rate': sums['net'], 'gross by rate': gross };
      const expected = { ...sums, ...same, 'tips of payments': sums['tips'] } as Tally;
      expect([day, file]).toEqual([day, pickNames(expected, Object.keys(file))]);
    }

    // Each payment and void as the log has it, with its person and reason.
    const written = orders.flatMap(({ id, events }) =>
      events.flatMap(({ type, at, amount, tip, method, reason, by, quantity, movedTo }) => {
        const isLoss = movedTo === undefined;
        const kind = { orderPaid: 'payment', orderRefunded: 'refund', dishVoided: isLoss && 'void' }[type];
        const { day } = onTheWall(at, timeZone);
        const sign = kind === 'refund' ? -1n : 1n;
        const money =
          kind === 'void' ? [String(quantity)] : [sign * parseCents(amount), sign * parseCents(tip), method];
        return kind ? [[day, kind, id, by!.name, reason ?? '', ...money].join(' ')] : [];
      }),
    );
    const listed = rows.flatMap((row) => {
      const { day, kind, order, person, reason = '', quantity, amount, tip, method } = row;
      if (!['payment', 'refund', 'void'].includes(kind!)) return [];
      const money = kind === 'void' ? [quantity] : [parseCents(amount), parseCents(tip), method];
      return [[day, kind, order, person, reason, ...money].join(' ')];
    });
    expect(listed.toSorted()).toEqual(written.toSorted());
    expect(new Set(rows.map(({ currency }) => currency))).toEqual(new Set(['USD']));

    const csv = await readAccounting(server, people, { ...query, format: 'csv' });
    const [head, ...cells] = parse(csv.text, { bom: true });
    const asRows = cells.map((row) =>
      Object.fromEntries(head!.flatMap((name, n) => (row[n] ? [[name, row[n]]] : []))),
    );
    expect(asRows).toEqual(rows);
  });

  // CX29
  test('has losses by person and by reason equal to the log’s, for a day and for the month', async () => {
    const kinds = { discount: 'discounts', void: 'voided', refund: 'refunded', cancelled: 'cancelled' };
    for (const [from, to] of [[listDays()[0]!, listDays().at(-1)!], [listDays()[3]!, listDays()[3]!]] as const) {
      const { losses } = await server.ask(getNumbers, { ...people, query: { from, to } });
      const expected = sumTallies(
        listPlainChanges()
          .filter(({ at }) => onTheWall(at, timeZone).day >= from && onTheWall(at, timeZone).day <= to)
          .map(({ tally }) => tally),
      );
      for (const [kind, name] of Object.entries(kinds))
        for (const rows of [losses!.byPerson, losses!.byReason]) {
          const those = rows.filter((row) => row.kind === kind);
          const sum = those.reduce((all, { amount }) => all + parseCents(amount), 0n);
          expect([from, kind, sum]).toEqual([from, kind, expected[name] ?? 0n]);
        }
    }
    const query = { from: listDays()[0]!, to: listDays().at(-1)! };
    const { losses } = await server.ask(getNumbers, { ...people, query });
    const { byPerson, byReason } = losses!;
    expect(byReason.map(({ kind, reason }) => `${kind} ${reason}`).toSorted()).toEqual([
      'cancelled ', 'discount late', 'refund cold', 'void cold',
    ]);
    expect(byPerson.every(({ by, currency }) => by === 'a till' && currency === 'USD')).toBe(true);
  }); // prettier-ignore

  test('has the waiting times of the log: the median and the ninth decile', async () => {
    const query = { from: listDays()[0]!, to: listDays().at(-1)! };
    const { waits, ordering } = await server.ask(getNumbers, { ...people, query });
    const kitchen: number[] = [];
    const served: number[] = [];
    let [diners, guests] = [0, 0];
    for (const { lines, events, guests: sat } of orders) {
      // Only moved dishes are on it, and they waited on the bill on which they were ordered.
      if (lines.length === 0) continue;
      const sent = events.find(({ type }) => type === 'roundSent')!.at;
      const first = events.find(({ type }) => type === 'dishServed')!.at;
      for (const { at } of lines.filter(({ round }) => round === 1))
        kitchen.push(Math.round((sent - at) / 1000));
      if (sent !== first) served.push(Math.round((first - sent) / 1000));
      for (const round of new Set(lines.map(({ round: of }) => of))) {
        const those = new Set(lines.filter(({ round: of }) => of === round).map(({ userId }) => userId)).size;
        diners += those;
        guests += Math.max(those, sat);
      }
    }
    const summariseSeconds = (seconds: number[]) => {
      seconds.sort((a, b) => a - b);
      const rank = (share: number) => seconds[Math.ceil(seconds.length * share) - 1];
      return { count: seconds.length, median: rank(0.5), slow: rank(0.9) };
    };
    expect(waits.kitchen).toEqual(summariseSeconds(kitchen));
    expect(waits.served).toEqual(summariseSeconds(served));
    expect(waits.paid!.count).toBeGreaterThan(30);
    expect(ordering).toEqual({ diners, guests });
  });

  // CX30
  test('CX30: has every cent in one daily closing, and in no second one', async () => {
    // Closes the last day and all forgotten ones.
    for (;;) {
      const { next } = await server.ask(listClosings, people);
      if (!next) break;
      await server.ask(closeDay, { ...people, body: { day: next.day } });
    }
    const newest = (await server.ask(listClosings, people)).closings;
    const older = (await server.ask(listClosings, { ...people, query: { before: newest.at(-1)!.number } }))
      .closings;
    const closings = [...newest, ...older].toReversed();
    expect(closings.map(({ number }) => number)).toEqual(closings.map((_, n) => n + 1));
    expect(closings.every(({ from }, n) => n === 0 || from === closings[n - 1]!.to)).toBe(true);
    expect(closings.every(({ closedBy }) => closedBy === 'Ada')).toBe(true);
    const figures = tallyCents(addSums(closings.map(({ sums }) => sums)));
    expect(figures).toEqual(
      pickNames(sumTallies(listPlainChanges().map(({ tally }) => tally)), Object.keys(figures)),
    );
    const { day } = closings.at(-1)!;
    expect(await server.codeOf(closeDay, { ...people, body: { day } })).toBe(dayNotClosable);
    // A refund does not reopen a paid order whose table was closed.
    expect(closings.at(-1)!.open.orders).toHaveLength(seen['unpaid']!);
  });
});

test('refuses invalid days, too many days or a wrong order', async () => {
  const readCode = async (query: Record<string, string>) =>
    await server.codeOf(getNumbers, { ...people, query });
  expect(await readCode({ from: '2026-02-30' })).toBe(400);
  expect(await readCode({ from: '2026-03-09', to: '2026-03-08' })).toBe(400);
  expect(await readCode({ from: '2024-01-01', to: '2026-03-08' })).toBe(400);
  expect(await readCode({})).toBe(0);
});
