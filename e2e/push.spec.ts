import { expect } from '@playwright/test';
import { startPushService } from '#testing/stand-ins/push-service.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { test } from './support/test.ts';
import { desk, looks } from './support/words.ts';

test.use({ environment: { WEBHOOK_NETWORKS: '127.0.0.1' } });

// CX78, CX79
test('a person turns notifications on, gets a new order and a payment, and turns them off', async ({
  takeStaff,
  server,
}) => {
  const service = await startPushService();
  const staff = await takeStaff('Ada', { ...looks['en-light'], ...desk, serviceWorkers: 'allow' });
  await staff.device.workerInCharge();
  const { page, t } = staff;
  const { context } = staff.device;
  // Chromium without a window shows no notifications, and knows no push service.
  await context.exposeFunction('subscribeAtStandIn', (key: string) => service.subscribe(key));
  await context.addInitScript(() => {
    type Fake = { endpoint: string; toJSON(): unknown; unsubscribe(): Promise<boolean>; options: object };
    const place = globalThis as unknown as { subscribeAtStandIn(key: string): Promise<{ endpoint: string }> };
    const keep = (json: { endpoint: string }): Fake => ({
      endpoint: json.endpoint,
      options: {},
      toJSON: () => json,
      unsubscribe: async () => {
        localStorage.removeItem('fake-push');
        return true;
      },
    });
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    Object.assign(Notification, { requestPermission: async () => 'granted' });
    Object.assign(PushManager.prototype, {
      getSubscription: async () => {
        const json = localStorage.getItem('fake-push');
        return json === null ? null : keep(JSON.parse(json) as { endpoint: string });
      },
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        const json = await place.subscribeAtStandIn(applicationServerKey);
        localStorage.setItem('fake-push', JSON.stringify(json));
        return keep(json);
      },
    });
  });
  await page.reload();

  await test.step('on the own page, for orders and payments', async () => {
    await page.getByRole('link', { name: t('staff:loggedIn', { name: 'Ada' }) }).click();
    await expect(page.getByRole('heading', { name: 'Ada' })).toBeVisible();
    await page.getByRole('checkbox', { name: t('me:push.kind.calls') }).uncheck();
    await page.getByRole('button', { name: t('me:push.turnOn') }).click();
    await expect(page.getByRole('button', { name: t('me:push.turnOff') })).toBeVisible();
    await expectSound(page, 'own page');
  });

  const order = await server.orderForTable('Soy-Braised Eggs', 2);

  await test.step('an order arrives, and the worker shows it', async () => {
    await expect.poll(() => service.messages.length).toBe(1);
    const { text } = service.messages[0]!;
    expect(JSON.parse(text)).toMatchObject({ title: 'Table 1: new order', view: 'orders' });
    const shown = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
    const session = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ scopeURL }) => scopeURL === shown);
        if (own) resolve(own.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    const registrationId = await registered;
    const worker = context.serviceWorkers().find((each) => each.url().endsWith('/staff-worker.js'))!;
    await worker.evaluate(() => {
      const scope = globalThis as unknown as { registration: object; shown?: unknown };
      const showNotification = async (...shown: unknown[]) => void (scope.shown = shown);
      Object.assign(scope.registration, { showNotification });
    });
    await session.send('ServiceWorker.deliverPushMessage', {
      origin: server.url,
      registrationId,
      data: text,
    });
    await expect
      .poll(() => worker.evaluate(() => (globalThis as { shown?: unknown }).shown))
      .toMatchObject([
        'Table 1: new order',
        { body: `Order ${order.serial}, dishes: 2`, data: '/staff?view=orders' },
      ]);
  });

  await test.step('a payment arrives, until they are turned off', async () => {
    const { id: orderId } = order;
    await server.act({ type: 'orderPaid', orderId, amount: '1.00', method: 'cash' });
    await expect.poll(() => service.messages.length).toBe(2);
    await page.getByRole('button', { name: t('me:push.turnOff') }).click();
    await expect(page.getByRole('button', { name: t('me:push.turnOn') })).toBeVisible();
    await server.act({ type: 'orderPaid', orderId, amount: '1.00', method: 'cash' });
    await page.goto(`${server.url}/staff?view=orders`);
    await expect(page.getByRole('radio', { name: t('staff:views.orders') })).toBeChecked();
    expect(service.messages).toHaveLength(2);
    expect(service.refused).toEqual([]);
  });
  await service.close();
});
