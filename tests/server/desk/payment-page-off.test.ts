/** CX20: where something is missing at the server nobody is offered a payment that would fail. */
import { nanoid } from 'nanoid';
import { expect, test } from 'vitest';
import { changeHouse, getHouse } from '#contract/calls/house.ts';
import { getPaying, noPaymentPage, payOnline } from '#contract/calls/payment.ts';
import type { Order } from '#contract/order-fields.ts';
import { openStaffSession } from '#server/service/staff/access/staff-sessions.ts';
import { dishes, itemFor, tablePhone } from '../../server-cart/table-phone.ts';
import { dataOf, serverOfTest, startServer } from '../server-under-test.ts';

const page = 'https://pay.example/checkout';
const whole = {
  PUBLIC_URL: 'http://order.example',
  DEMO_INBOX: 'on',
  ALLOWED_SITES: 'https://pay.example',
  PAYMENT_SECRETS: JSON.stringify({ '1001': 'what this house and the page share' }),
};

test.each(['PUBLIC_URL', 'ALLOWED_SITES', 'PAYMENT_SECRETS'] as const)(
  'without %s diners are offered no payment by phone, and owner and log name it',
  async (missing) => {
    const { [missing]: _left, ...environment } = whole;
    const server = await serverOfTest({ environment });
    const headers = {
      cookie: (await openStaffSession(server.deps, '1001', 'Olga', undefined)).split(';', 1)[0]!,
    };
    const { settings, version, ...before } = await server.ask(getHouse, { headers });
    expect(before.paymentProblem).toBeUndefined();
    const body = { version, settings: { ...settings, paymentPage: page } };
    expect(await server.ask(changeHouse, { headers, body })).toMatchObject({ paymentProblem: missing });
    expect(await server.ask(getHouse, { headers })).toMatchObject({ paymentProblem: missing });

    const seat = await server.seat(await server.member('2125913001'));
    const phone = tablePhone(server, seat, 'ro1');
    const { simple } = await dishes(server);
    await phone.send(phone.add(itemFor(simple[0]!), 1));
    const { order } = dataOf(await phone.place('payment-off')) as { order: Order };
    expect(await server.ask(getPaying, { ...seat, query: { id: order.id } })).toMatchObject({
      online: false,
    });
    const pays = {
      paymentId: nanoid(),
      orderId: order.id,
      amount: '1.00',
      tip: '0.00',
      path: `/merchant/1001/order-detail/${order.id}`,
    };
    expect(await server.codeOf(payOnline, { ...seat, body: pays })).toBe(noPaymentPage);

    await server.close();
    const again = await startServer({ dataDir: server.dataDir, environment });
    try {
      expect(again.logged.join('')).toContain(`"merchantId":"1001","missing":"${missing}"`);
    } finally {
      await again.close();
    }
  },
);
