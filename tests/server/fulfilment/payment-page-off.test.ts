// @module-tag slow
import { nanoid } from 'nanoid';
import { expect, test } from 'vitest';
import { changeHouse, getHouse } from '#contract/calls/house.ts';
import { getPaying, noPaymentPage, payOnline } from '#contract/calls/payment.ts';
import type { Order } from '#contract/order-fields.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { createCookie } from '../security/somebody-of.ts';
import { expectData, startTestServer, startServer } from '../server-under-test.ts';

const page = 'https://pay.example/checkout';
const whole = {
  PUBLIC_URL: 'http://order.example',
  DEMO_INBOX: 'on',
  ALLOWED_SITES: 'https://pay.example',
  PAYMENT_SECRETS: JSON.stringify({ '1001': 'what this house and the page share' }),
};

test.each(['PUBLIC_URL', 'ALLOWED_SITES', 'PAYMENT_SECRETS'] as const)(
  'without %s diners cannot pay by phone, and owner page and log name it',
  async (missing) => {
    const { [missing]: _left, ...environment } = whole;
    const server = await startTestServer({ environment });
    const headers = { cookie: await createCookie(server, '1001') };
    const { settings, version, ...before } = await server.ask(getHouse, { headers });
    expect(before.paymentProblem).toBeUndefined();
    const body = { version, settings: { ...settings, paymentPage: page } };
    expect(await server.ask(changeHouse, { headers, body })).toMatchObject({ paymentProblem: missing });
    expect(await server.ask(getHouse, { headers })).toMatchObject({ paymentProblem: missing });

    const seat = await server.seat(await server.member('2125913001'));
    const phone = createTablePhone(server, seat, 'ro1');
    await phone.send(phone.add(createItem((await listDishes(server)).simple[0]!)));
    const { id } = (expectData(await phone.place('payment-off')) as { order: Order }).order;
    expect(await server.ask(getPaying, { ...seat, query: { id } })).toMatchObject({ online: false });
    const pays = { paymentId: nanoid(), orderId: id, amount: '1.00', tip: '0.00', path: '/' };
    expect(await server.call(payOnline, { ...seat, language: 'zh-TW', body: pays })).toMatchObject({
      code: noPaymentPage,
      msg: '這家餐廳不提供線上付款',
    });

    await server.close();
    const again = await startServer({ dataDir: server.dataDir, environment });
    await again.close();
    expect(again.logged.join('')).toContain(`"merchantId":"1001","missing":"${missing}"`);
  },
);
