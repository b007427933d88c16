/** D64: a restaurant whose currency has thousandths, from its menu to its figures. */
import { nanoid } from 'nanoid';
import { expect, test } from 'vitest';
import { getNumbers } from '#contract/calls/numbers.ts';
import { orderAtTable } from '#contract/calls/service.ts';
import { exportMenu } from '#server/menu/menu-file/export-menu.ts';
import { createOperator } from '#server/back-office/admin/operator.ts';
import { dishes, itemFor, tablePhone } from '../../server-cart/table-phone.ts';
import { dataOf, fakeClock, sharedServer } from '../server-under-test.ts';
import { actOnOrder, paysAll, staffOf } from '../staff/acts.ts';

const clock = fakeClock();
const server = sharedServer({
  clock,
  environment: { STAFF_PASSWORDS: JSON.stringify({ '1001': 'counter 1001' }) },
});

test('D64: a price, an order, what the staff add, what is paid and the day’s figures have three decimals', async () => {
  const operator = createOperator({ db: server.db, now: () => clock.now() });
  const menu = JSON.stringify(await operator.readMerchant('1001')).replaceAll(
    /"(price|lineLimit|discountValue|thresholdAmount|maxDiscountAmount)":"\d+(\.\d+)?"/g,
    '"$1":"2.125"',
  );
  const money = { currency: 'KWD', decimals: 3, taxRate: '0.05', serviceChargeRate: '0' };
  const whole = { ...(JSON.parse(menu) as NonNullable<Awaited<ReturnType<typeof operator.readMerchant>>>), ...money };
  delete whole.lineLimit;
  await operator.writeMerchant(whole, false);
  expect(exportMenu(whole)).toContain('price: "2.125"');

  const { simple } = await dishes(server);
  const seat = await server.seat(await server.member('2125719000'));
  const phone = tablePhone(server, seat, 'rd1');
  await phone.send(phone.add(itemFor(simple[0]!), 3));
  // The phone shows what the server reckons.
  const placed = await phone.place('p-dinar', { shownTotal: '6.694' });
  const { order } = dataOf(placed) as { order: Parameters<typeof paysAll>[0] };
  expect(order).toMatchObject({ subTotalAmount: '6.375', totalTaxAmount: '0.319', totalAmount: '6.694' });

  const people = await staffOf(server, { merchantId: '1001', password: 'counter 1001', name: 'Ada' });
  const body = { actId: nanoid(), tableId: seat.tableId, item: itemFor(simple[0]!), quantity: 1 };
  const { order: more } = await server.ask(orderAtTable, { ...people, body });
  expect(more).toMatchObject({ subTotalAmount: '8.500', totalTaxAmount: '0.425', totalAmount: '8.925' });
  const { order: paid } = await server.ask(actOnOrder, { ...people, ...paysAll(more) });
  expect(paid).toMatchObject({ paymentsTotal: '8.925', paymentStatus: expect.any(Number) });

  const { sums, averages, dishes: sold } = await server.ask(getNumbers, { ...people, query: {} });
  expect(sums.money).toMatchObject({ dishes: '8.500', tax: '0.425', total: '8.925', paid: '8.925' });
  expect(averages.perOrder).toBe('8.925');
  expect(sold[0]).toMatchObject({ pieces: 4, amount: '8.500' });
}); // prettier-ignore
