// @module-tag slow
/** A change of currency, decimals or taxes while bills are open waits for a closing (CX27). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { closeDay, listClosings } from '#contract/calls/closing.ts';
import { codes } from '#contract/codes.ts';
import {
  billsOpen,
  changeHouse,
  getHouse,
  houseChanged,
  settlePending,
  type House,
} from '#contract/calls/house.ts';
import { houseHistory, takeBackHouseChange } from '#contract/calls/house-history.ts';
import { getProductsByCategories, getTinyMerchant } from '#contract/calls/merchant.ts';
import { getOrderDetail } from '#contract/calls/order.ts';
import { actOnOrder } from '#contract/calls/service.ts';
import { createAdmin } from '#server/back-office/admin/admin.ts';
import { exportMenu } from '#server/menu/menu-file/export-menu.ts';
import { createFolderForTests } from '#tests/for-tests.ts';
import { runProgram } from '#tests/programs.ts';
import { fakeClock, startTestServer } from '../server-under-test.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { closeTableSession, createFullPayment, serveAll, logInStaff } from '../staff/acts.ts';

const folder = createFolderForTests();
const merchantId = '1001';
const passwords = { STAFF_PASSWORDS: JSON.stringify({ [merchantId]: 'counter 1001' }) };

async function createRestaurant() {
  const clock = fakeClock(Date.parse('2026-11-25T12:00:00Z'));
  const server = await startTestServer({ clock, environment: passwords });
  const olga = await logInStaff(server, { merchantId, password: 'counter 1001', name: 'Olga' });
  const admin = createAdmin({ db: server.db, now: () => clock.now() });
  // Prices without cents, so that the restaurant can do without decimals.
  const whole = (await admin.readMerchant(merchantId))!;
  const rounded = JSON.parse(
    JSON.stringify(whole).replaceAll(
      /("(?:price|discountValue|thresholdAmount|maxDiscountAmount|lineLimit)":"\d+)\.\d\d/g,
      '$1.00',
    ),
  ) as typeof whole;
  await admin.writeMerchant({ ...rounded, taxRate: '0.05' }, false);
  let phones = 0;
  const createPhoneAt = async (qrcode: string) => {
    phones += 1;
    const seat = await server.seat(await server.member(`212574${1000 + phones}`), qrcode);
    return createTablePhone(server, seat, `p${phones}`);
  };
  const { simple } = await listDishes(server);
  const openBill = async (qrcode: string) => {
    const phone = await createPhoneAt(qrcode);
    await phone.send(phone.add(createItem(simple[0]!)));
    return { phone, order: await phone.order(`${qrcode}-first`) };
  };
  const readSettings = async () => await server.ask(getHouse, olga);
  /** Saves these settings over those that the page shows. */
  const save = async (fields: Partial<House['settings']>, waits?: boolean) => {
    const { settings, pending, version } = await readSettings();
    const body = {
      version,
      settings: { ...settings, ...pending?.settings, ...fields },
      ...(waits !== undefined && { waits }),
    };
    return await server.call(changeHouse, { ...olga, body });
  };
  const settle = async (does: 'apply' | 'discard') => {
    const { version } = await readSettings();
    return await server.call(settlePending, { ...olga, body: { version, does } });
  };
  const pay = async (order: Awaited<ReturnType<typeof openBill>>['order']) => {
    const { order: paid } = await server.ask(actOnOrder, { ...olga, ...createFullPayment(order) });
    await serveAll(server, olga, paid);
  };
  const close = async () => {
    clock.advance(60_000);
    const { next } = await server.ask(listClosings, olga);
    return await server.ask(closeDay, { ...olga, body: { day: next!.day } });
  };
  return {
    clock,
    server,
    olga,
    admin,
    createPhoneAt,
    openBill,
    readSettings,
    save,
    settle,
    pay,
    close,
    simple,
  };
}

const yen = { currency: 'JPY', decimals: '0', taxIncluded: true } as const;

test('while no bill is open, a change applies at once, also at a table where guests still choose', async () => {
  const { server, createPhoneAt, save, simple } = await createRestaurant();
  const phone = await createPhoneAt('1');
  await phone.send(phone.add(createItem(simple[0]!)));
  const { data } = await save(yen);
  expect(data).toMatchObject({ settings: yen });
  expect(data.pending).toBeUndefined();
  expect(await server.ask(getTinyMerchant, { query: { id: merchantId } })).toMatchObject({ currency: 'JPY' });
  const order = await phone.order('first');
  expect([order.taxTerms?.isIncluded, order.totalAmount]).toEqual([true, expect.stringMatching(/^\d+$/)]);
});

test('another currency waits for the closing of the day’s bills, also of paid ones; other rates do not', async () => {
  const { server, olga, openBill, readSettings, save, pay, close } = await createRestaurant();
  const { order } = await openBill('2');
  await pay(order);
  const bill = { serial: order.serial, tableName: '2', total: order.totalAmount };
  const { currency, decimals } = yen;
  expect(await save({ currency, decimals })).toMatchObject({ code: billsOpen, data: { bills: [bill] } });
  expect(await save({ taxIncluded: true })).toMatchObject({ data: { settings: { taxIncluded: true } } });
  await save({ currency, decimals }, true);
  expect((await readSettings()).settings.currency).toBe('USD');
  expect((await server.ask(listClosings, olga)).pendingTerms).toEqual(['currency', 'decimals']);
  await close();
  expect(await readSettings()).toMatchObject({ settings: { currency, decimals } });
  const { closings, pendingTerms } = await server.ask(listClosings, olga);
  expect([closings[0]!.currency, pendingTerms]).toEqual(['USD', []]);
});

test('while bills are open, the page gets their list, and saves the change for the closing', async () => {
  const { server, olga, openBill, readSettings, save, pay, close } = await createRestaurant();
  const { order, phone } = await openBill('2');
  const before = await readSettings();
  const refused = await save(yen);
  const bill = { serial: order.serial, tableName: '2', total: order.totalAmount };
  const terms = ['currency', 'decimals', 'taxIncluded'];
  expect([refused.code, refused.data]).toEqual([billsOpen, { terms, bills: [bill] }]);
  expect(await readSettings()).toEqual(before);

  // The form has another field, which need not wait.
  expect(await save({ ...yen, themeColor: '#123456' }, true)).toMatchObject({
    success: true,
    data: {
      settings: { ...before.settings, themeColor: '#123456' },
      pending: { settings: yen, by: 'Olga', at: expect.any(Number) },
    },
  });
  expect((await readSettings()).pending?.settings).toEqual(yen);
  await save({ themeColor: '#654321' });
  expect(await readSettings(), 'another save leaves it waiting').toMatchObject({
    settings: { currency: 'USD', themeColor: '#654321' },
    pending: { settings: yen },
  });

  await phone.send(phone.add(createItem((await listDishes(server)).simple[1]!)));
  const second = await phone.order('second');
  expect([second.taxTerms?.isIncluded, second.totalAmount]).toEqual([
    false,
    expect.stringMatching(/\.\d\d$/),
  ]);
  await close();
  expect((await readSettings()).pending?.settings, 'a bill is open at the closing').toEqual(yen);

  await pay(second);
  await close();
  const after = await readSettings();
  expect(after.settings).toMatchObject(yen);
  expect(after.pending).toBeUndefined();
  const { categories } = await server.ask(getProductsByCategories, { merchantId, query: { merchantId } });
  for (const { price } of categories.flatMap(({ products }) => products)) expect(price).toMatch(/^\d+$/);
  const old = await server.ask(getOrderDetail, { ...phone.diner, query: { id: order.id } });
  expect([old['currency'], old.totalAmount]).toEqual(['USD', second.totalAmount]);
  const { changes } = await server.ask(houseHistory, olga);
  expect(changes[0]).toMatchObject({ by: 'Olga', way: 'page' });
  expect(changes[0]!.edits.map(({ path }) => path[1])).toEqual(expect.arrayContaining(terms));
});

describe('a waiting change', () => {
  test('can be discarded, or set back by hand', async () => {
    const { openBill, readSettings, save, settle } = await createRestaurant();
    await openBill('3');
    await save(yen, true);
    expect(await settle('discard')).toMatchObject({ success: true, data: { settings: { currency: 'USD' } } });
    expect((await readSettings()).pending).toBeUndefined();
    await save(yen, true);
    expect((await save({ currency: 'USD', decimals: '2', taxIncluded: false })).success).toBe(true);
    expect((await readSettings()).pending).toBeUndefined();
  });

  test('is applied once the bills are paid, not before; a table that was closed unpaid does not delay it', async () => {
    const { server, olga, openBill, readSettings, save, settle, pay } = await createRestaurant();
    const [first, second] = [await openBill('4'), await openBill('5')];
    const taxIncluded = true;
    await save({ taxIncluded }, true);
    expect(await settle('apply')).toMatchObject({ code: billsOpen, data: { bills: [{}, {}] } });
    await pay(first.order);
    await closeTableSession(server, olga, second.phone.diner.tableId);
    expect(await settle('apply')).toMatchObject({ success: true, data: { settings: { taxIncluded } } });
    expect((await readSettings()).pending).toBeUndefined();
  });

  test('is confirmed only by people who saw it', async () => {
    const { server, olga, openBill, readSettings, save } = await createRestaurant();
    await openBill('6');
    const { version } = await readSettings();
    await save(yen, true);
    const body = { version, does: 'discard' } as const;
    expect(await server.codeOf(settlePending, { ...olga, body })).toBe(houseChanged);
  });

  test('stays if the menu no longer fits, and says why', async () => {
    const { admin, openBill, readSettings, save, settle, pay, close } = await createRestaurant();
    const { order } = await openBill('7');
    await save(yen, true);
    expect((await readSettings()).pending?.problem).toBeUndefined();
    const whole = (await admin.readMerchant(merchantId))!;
    const dish = whole.categories[0]!.products[0]!;
    dish.price = '9.50';
    await admin.writeMerchant(whole, false);
    expect((await readSettings()).pending?.problem).toContain(dish.name['en-US']);
    await pay(order);
    await close();
    expect((await readSettings()).pending?.settings).toEqual(yen);
    expect(await settle('apply')).toMatchObject({ code: codes.badRequest });
  });
});

test.each<[what: string, fields: Partial<House['settings']>, terms: readonly string[]]>([
  ['a name', { taxName: { 'en-US': 'GST', 'zh-TW': '消費稅' } }, []],
  ['the same rate, written otherwise', { taxRate: '0.050' }, []],
  ['the service charge', { serviceChargeRate: '0.2' }, []],
  ['a rate', { taxRate: '0.06' }, ['taxes']],
  ['whether service is taxed', { serviceTaxed: false }, ['serviceTaxed']],
  [
    'a second tax, which no dish has yet',
    {
      taxes: [
        { id: 'tax', name: { 'en-US': 'Sales tax', 'zh-TW': '營業稅' }, rate: '0.05', toGoRate: null },
        { id: 'liquor', name: { 'en-US': 'Liquor tax', 'zh-TW': '酒稅' }, rate: '0.2', toGoRate: null },
      ],
    },
    [],
  ],
  [
    'a rate to go',
    { taxes: [{ id: 'tax', name: { 'en-US': 'Tax', 'zh-TW': '稅' }, rate: '0.05', toGoRate: '0' }] },
    ['taxes'],
  ],
])('of an open bill is refused: %s', async (_, fields, terms) => {
  const { openBill, save } = await createRestaurant();
  await openBill('8');
  const answer = await save(fields);
  if (terms.length === 0) expect(answer).toMatchObject({ success: true, data: { settings: fields } });
  else expect(answer).toMatchObject({ code: billsOpen, data: { terms } });
});

test('a revert is refused while it would change open bills', async () => {
  const { server, olga, openBill, save, pay } = await createRestaurant();
  await save({ taxRate: '0.06' });
  const { order } = await openBill('9');
  const { changes } = await server.ask(houseHistory, olga);
  const revert = async () =>
    await server.call(takeBackHouseChange, { ...olga, body: { id: changes[0]!.id } });
  expect(await revert()).toMatchObject({ code: billsOpen, data: { terms: ['taxes'] } });
  await pay(order);
  expect(await revert()).toMatchObject({ success: true, data: { settings: { taxRate: '0.05' } } });
});

test('an imported file names each field that would change open bills, by its line', async () => {
  const { server, admin, openBill, pay, close } = await createRestaurant();
  const { order } = await openBill('10');
  const file = join(folder, 'menu.yaml');
  const whole = (await admin.readMerchant(merchantId))!;
  const text = exportMenu(whole)
    .replace('currency: USD', 'currency: EUR')
    .replace(/taxRate: .*/, 'taxRate: 0.07');
  writeFileSync(file, text);
  const { dataDir, databaseUrl } = server.config;
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  };
  const run = async (...words: string[]) =>
    await runProgram('tools/import-menu.ts', [file, ...words], { env });
  const placeOf = (field: string) => {
    const lines = text.split('\n');
    const at = lines.findIndex((line) => line.trim().startsWith(field));
    return `${file}:${at + 1}:${lines[at]!.indexOf(':') + 3}`;
  };
  const bills = `must wait for a closing because of these bills: 10 #${order.serial}`;
  const refused = {
    status: 1,
    stdout: '',
    stderr: [
      `${placeOf('currency')}: merchant.currency: ${bills}`,
      `${placeOf('taxRate')}: merchant.taxRate: ${bills}`,
      '2 mistakes: nothing was imported\n',
    ].join('\n'),
  };
  expect(await run('--dry-run')).toEqual(refused);
  expect(await run()).toEqual(refused);
  expect((await admin.readMerchant(merchantId))!.currency).toBe('USD');
  await pay(order);
  expect(await run('--dry-run'), 'its bill is in no closing yet').toMatchObject({ status: 1 });
  await close();
  expect(await run()).toMatchObject({ status: 0 });
  expect((await admin.readMerchant(merchantId))!.currency).toBe('EUR');
});
