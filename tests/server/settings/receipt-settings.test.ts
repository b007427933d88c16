// @module-tag slow
/** The restaurant's tax id, address and last lines, on bills and receipts (CX27, CX37). */
import { beforeAll, expect, test } from 'vitest';
import { changeHouse, getHouse, type House } from '#contract/calls/house.ts';
import { staffReceipt } from '#contract/calls/receipt.ts';
import { orderAtTable } from '#contract/calls/service.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import type { DescribedMistakes } from '#contract/menu-file/mistake.ts';
import { readRestaurant } from '#server/back-office/settings/write-settings.ts';
import { exportMenu } from '#server/menu/menu-file/export-menu.ts';
import { readMenuFile } from '#server/menu/menu-file/read-menu-file.ts';
import { toMerchant } from '#server/menu/menu-file/to-merchant.ts';
import { openStaffSession } from '#server/service/staff/access/staff-sessions.ts';
import { listDishes } from '#testing/phones/table-phone.ts';
import { startSharedServer } from '../server-under-test.ts';

const server = startSharedServer();
let olga: { headers: { cookie: string } };

beforeAll(async () => {
  const cookie = (await openStaffSession(server.deps, '1001', 'Olga')).split(';', 1)[0]!;
  olga = { headers: { cookie } };
});

async function change(fields: Partial<House['settings']>) {
  const { settings, version } = await server.ask(getHouse, olga);
  return await server.call(changeHouse, { ...olga, body: { version, settings: { ...settings, ...fields } } });
}

const fields = {
  taxId: 'DE123456789',
  address: ['Torstraße 12', '10119 Berlin'],
  receiptFooter: ['Thank you!'],
};

test('the bill shows them, and they survive an export and import', async () => {
  expect(await change(fields)).toMatchObject({ success: true, data: { settings: fields } });
  const { tables } = await server.ask(staffOverview, olga);
  const { simple } = await listDishes(server);
  const { id: productId, categoryId } = simple[0]!;
  const item = { productId, categoryId, notes: '', modifiers: [] };
  const body = { actId: 'a-dish', tableId: tables[0]!.tableId, item, quantity: 1 };
  const { order } = await server.ask(orderAtTable, { ...olga, body });
  const { rows } = await server.ask(staffReceipt, { ...olga, body: { orderId: order.id } });
  const texts = rows.flatMap((row) => (row.kind === 'middle' ? row.text : []));
  expect(texts.slice(0, 3)).toEqual(['Torstraße 12', '10119 Berlin', 'Tax ID DE123456789']);
  expect(texts.at(-1)).toBe('Thank you!');

  const exported = exportMenu(await readRestaurant(server.db, '1001'));
  const where = { menuPath: 'menu.yaml', files: server.deps.pictures };
  const read = await readMenuFile(exported, 'menu.yaml', where);
  if (!read.ok) throw new Error(read.mistakes.join());
  expect(read.file.merchant).toMatchObject(fields);
  expect(exportMenu((await toMerchant(read.file, '1001', where)).whole)).toBe(exported);

  await change({ taxId: null, address: [], receiptFooter: [] });
  expect(exportMenu(await readRestaurant(server.db, '1001'))).not.toMatch(/taxId|address|receiptFooter/);
});

test.each([
  ['taxId', { taxId: 'x'.repeat(41) }],
  ['taxId', { taxId: '\u202E123' }],
  ['address', { address: Array.from({ length: 7 }, (_, n) => `line ${n}`) }],
  ['address[1]', { address: ['ok', 'x'.repeat(61)] }],
  ['receiptFooter[0]', { receiptFooter: ['a\u001Bb'] }],
])('a mistake is reported at its field: %s', async (path, wrong) => {
  const { data } = await change(wrong);
  const { mistakes } = data as unknown as DescribedMistakes;
  expect(mistakes.map((mistake) => mistake.path)).toEqual([`merchant.${path}`]);
});
