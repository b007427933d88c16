// @module-tag slow
/** Printers and stations, set up on a page (CX47). The printer was written from the maker's documentation alone. */
import type { Localized } from '#contract/menu-file/localized.ts';
import { expect, test } from 'vitest';
import {
  listPrinters,
  printerRefused,
  removePrinter,
  savePrinter,
  saveStations,
  testPrinter,
  type PrinterSettings,
} from '#contract/calls/printers.ts';
import { menuHistory } from '#contract/calls/menu-draft.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import { createAdmin } from '#server/back-office/admin/admin.ts';
import { startPrinter } from '#testing/stand-ins/network-printer.ts';
import { expectData } from '../server-under-test.ts';
import { logInStaff } from '../staff/acts.ts';
import { createNetworkPrinter, createPrintingServer, openDrawer } from './printers-for-tests.ts';

const { clock, server, owner, createParty, readDish, placeCart } = createPrintingServer({
  STAFF_PASSWORDS: JSON.stringify({ '1001': 'counter 1001', '1002': 'counter 1002' }),
});
const printer = createNetworkPrinter(server);

const createSettings = (more: Partial<PrinterSettings> = {}): PrinterSettings => ({
  name: '',
  way: 'network',
  address: printer.address,
  charset: 'big5',
  columns: 48,
  language: 'zh-TW',
  stations: ['kitchen'],
  bills: false,
  drawer: false,
  ...more,
});
const save = async (more: Partial<PrinterSettings> = {}, id?: string) => {
  const body = { ...(id && { id }), printer: createSettings(more) };
  return await server.call(savePrinter, { ...owner, body });
};
/** @returns the id of the new printer */
const addPrinter = async (more: Partial<PrinterSettings> = {}) => {
  // The list begins with the oldest printer.
  clock.advance(1_000);
  return expectData(await save(more)).setUp.printers.at(-1)!.id;
};
const list = async () => await server.ask(listPrinters, owner);
const createRefusal = (reason: string) => ({ code: printerRefused, data: { reason } });

// CX47
test('an owner adds a printer and tests it; its state is on the page and on the board', async () => {
  const id = await addPrinter({ name: 'Counter', drawer: true, bills: true });
  await server.ask(testPrinter, { ...owner, body: { id } });
  await expect.poll(() => printer.text(), { timeout: 5_000 }).toContain('這台印表機可以使用。');
  expect(printer.text()[0]).toContain('測試列印');
  expect(printer.pulses).toEqual([openDrawer]);
  expect(printer.tickets).toHaveLength(1);
  expect(printer.tickets[0]!.commands.filter(({ name }) => name.startsWith('unknown'))).toEqual([]);
  await expect.poll(async () => (await list()).printers[0]?.printedAt).toBe(clock.now());
  expect((await list()).printers[0]!.state).toMatchObject({ state: 'ok', waiting: 0, name: 'Counter' });

  await printer.switchOff();
  await server.ask(testPrinter, { ...owner, body: { id } });
  const state = { printer: id, state: 'unreachable', waiting: 1, bills: true };
  await expect.poll(async () => (await list()).printers[0]!.state, { timeout: 5_000 }).toMatchObject(state);
  const { printers } = await server.ask(staffOverview, owner);
  expect(printers).toMatchObject([{ ...state, station: 'kitchen', name: 'Counter' }]);
  await printer.switchOn();
  // An expired test is not printed.
  const before = printer.text().length;
  clock.advance(11 * 60_000);
  await expect
    .poll(async () => (await list()).printers[0]!.state, { timeout: 5_000 })
    .toMatchObject({ waiting: 0, state: 'ok' });
  expect(printer.text()).toHaveLength(before);
});

// CX47
test('a round is printed at the printer of its station, and later at the one that the owner chooses', async () => {
  await addPrinter();
  const { phone } = await createParty();
  const order = async () => {
    await phone.send(phone.add(await readDish(), 1));
    return await placeCart(phone);
  };
  const all = ['kitchen', 'wok', 'bar'];
  await save({ stations: all }, (await list()).printers[0]!.id);
  const { serial } = await order();
  await expect.poll(() => printer.text().join('\n'), { timeout: 5_000 }).toContain(`#${serial}`);

  const second = await startPrinter();
  const other = await addPrinter({ address: second.address, stations: all });
  expect((await list()).printers.map(({ id, stations }) => [id === other, stations])).toEqual([
    [false, []],
    [true, all],
  ]);
  await order();
  await expect.poll(() => second.text().join('\n'), { timeout: 5_000 }).toContain(`#${serial}`);
  await second.close();
});

// CX47
test('only one printer prints the bills', async () => {
  const first = await addPrinter({ bills: true });
  const second = await addPrinter({ bills: true, stations: ['bar'] });
  const readBillPrinters = async () => (await list()).printers.map(({ id, bills: prints }) => [id, prints]);
  expect(await readBillPrinters()).toEqual([[first, false], [second, true]]);
  await save({ bills: true }, first);
  expect(await readBillPrinters()).toEqual([[first, true], [second, false]]);
}); // prettier-ignore

// CX47
test.each<[string, Partial<PrinterSettings>, string]>([
  ['an invalid address', { address: 'by the window' }, 'badAddress'],
  ['no address', { address: ' ' }, 'badAddress'],
  ['a port of another service', { address: '10.0.0.7:22' }, 'badPort'],
  ['an unknown station', { stations: ['roof'] }, 'unknownStation'],
])('%s is refused', async (_, more, reason) => {
  expect(await save(more)).toMatchObject(createRefusal(reason));
  expect((await list()).printers).toEqual([]);
}); // prettier-ignore

// CX47
test('an address of the menu file may stay, even with a port that owners may not choose', async () => {
  const admin = createAdmin({ db: server.db, now: () => clock.now() });
  const whole = (await admin.readMerchant('1001'))!;
  const file = { address: '10.0.0.7:80', charset: 'big5', columns: 48, language: 'zh-TW' } as const;
  const stations = whole.stations!.map((station) => (station.id === 'bar' ? { ...station, printer: file } : station));
  await admin.writeMerchant({ ...whole, stations }, false);
  const [found] = (await list()).printers;
  expect(found).toMatchObject({ ...file, way: 'network', stations: ['bar'] });
  expect(expectData(await save({ address: '10.0.0.7:80', columns: 32 }, found!.id)).setUp.printers[0]).toMatchObject({ columns: 32 });
  expect(await save({ address: '10.0.0.8:80' }, found!.id)).toMatchObject(createRefusal('badPort'));
}); // prettier-ignore

// CX47
test('a printer of another restaurant is unknown', async () => {
  const id = await addPrinter();
  const other = await logInStaff(server, { merchantId: '1002', password: 'counter 1002', name: 'Bo' });
  for (const call of [removePrinter, testPrinter])
    expect(await server.call(call, { ...other, body: { id } })).toMatchObject(
      createRefusal('unknownPrinter'),
    );
  const body = { id, printer: createSettings({ stations: [] }) };
  expect(await server.call(savePrinter, { ...other, body })).toMatchObject(createRefusal('unknownPrinter'));
  expect((await server.ask(listPrinters, other)).printers).toEqual([]);
  expect(expectData(await server.call(removePrinter, { ...owner, body: { id } })).setUp.printers).toEqual([]);
});

// CX47
test('stations are added, renamed and removed; a station that the menu names stays', async () => {
  const { stations } = await list();
  const saveStationList = async (next: readonly { id?: string; name: Localized }[]) =>
    await server.call(saveStations, { ...owner, body: { stations: next } });
  const grill = { name: { 'en-US': 'Grill', 'zh-TW': '燒烤' } };
  const made = expectData(await saveStationList([...stations, grill])).setUp.stations;
  expect(made.slice(0, -1)).toEqual(stations);
  expect(made.at(-1)).toMatchObject(grill);
  const renamed = made.map((each) => (each.id === 'bar' ? { ...each, name: { 'en-US': 'Drinks', 'zh-TW': '飲料' } } : each));
  expect(expectData(await saveStationList(renamed)).setUp.stations).toEqual(renamed);
  expect(await saveStationList(renamed.filter(({ id }) => id !== 'bar'))).toMatchObject(createRefusal('stationInUse'));
  expect(await saveStationList([{ id: 'roof', ...grill }])).toMatchObject(createRefusal('unknownStation'));
  expect(expectData(await saveStationList(stations)).setUp.stations).toEqual(stations);
  const { changes } = await server.ask(menuHistory, owner);
  expect(changes[0]).toMatchObject({ by: 'Ada' });
}); // prettier-ignore
