import { WebPubSubClient } from '@azure/web-pubsub-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { getProductsByCategories } from '#contract/merchant.ts';
import { setSoldOut, staffTokenHeader } from '#contract/staff.ts';
import { negotiate } from '#contract/table.ts';
import { dataOf, startServer, type ServerUnderTest } from './server-under-test.ts';

const staffToken = 'a token that nobody will guess';
let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServer({ environment: { STAFF_TOKEN: staffToken } });
});
afterAll(async () => server.dispose());

async function firstDish() {
  const { categories } = dataOf(
    await server.call(getProductsByCategories, { query: { merchantId: '1001' } }),
  );
  return categories[0]!.products[0]!;
}

function mark(productId: string, soldOut: boolean, token: string | undefined = staffToken) {
  return server.call(setSoldOut, {
    headers: { [staffTokenHeader]: token },
    body: { merchantId: '1001', productId, soldOut },
  });
}

describe('sold out, as the restaurant’s own systems say it', () => {
  test('the menu says so, every table of the merchant hears of it, and once is enough', async () => {
    const seated = await server.seat(await server.guest());
    const answer = await server.call(negotiate, {
      ...seated,
      query: { userId: seated.userId, tableId: seated.tableId },
    });
    const client = new WebPubSubClient(dataOf(answer));
    const got: unknown[] = [];
    client.on('group-message', ({ message }) => void got.push(message.data));
    await client.start();
    await client.joinGroup(answer.envelope['group'] as string);
    const { id } = await firstDish();

    expect(dataOf(await mark(id, true))).toEqual({ changed: true });
    expect(dataOf(await mark(id, true))).toEqual({ changed: false });
    const menuChanged = {
      fromBrowserId: 'server',
      messageType: 'menuChanged',
      data: { sessionId: seated.sessionId },
    };
    await vi.waitFor(() => expect(got).toEqual([menuChanged]));
    expect((await firstDish()).soldOut).toBe(true);
    expect(dataOf(await mark(id, false))).toEqual({ changed: true });
    await vi.waitFor(() => expect(got).toHaveLength(2));
    expect((await firstDish()).soldOut).toBe(false);
    client.stop();
  });

  test.each(['', 'another token, as long as it', `${staffToken}x`])(
    'not with the token %o',
    async (token) => {
      const { id } = await firstDish();
      expect(await mark(id, true, token)).toMatchObject({ success: false, status: 403, code: 403 });
      expect((await firstDish()).soldOut).toBe(false);
    },
  );

  test('a dish that the merchant does not have is named', async () => {
    expect(await mark('4711', true)).toMatchObject({
      success: false,
      code: 404,
      msg: expect.stringContaining('4711'),
    });
  });

  test('without STAFF_TOKEN there is no such way in', async () => {
    const other = await startServer();
    const body = { merchantId: '1001', productId: '1', soldOut: true };
    const answer = await fetch(`${other.address}${setSoldOut.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [staffTokenHeader]: staffToken },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(404);
    await other.dispose();
  });
});
