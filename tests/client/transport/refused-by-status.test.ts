/** Changes that are refused by the status of an answer without an envelope. */
import { expect, test } from 'vitest';
import { createApiTransport, type Request } from '#client/transport/api-transport.ts';
import { readWire } from '#testing/read-wire.ts';

const page = '<html><h1>Error</h1></html>';
const detail = { orderItems: [] } as unknown as Parameters<ReturnType<typeof createApiTransport>['post']>[0];
const plainCart = JSON.stringify({ success: true, code: 0, data: { userCarts: [], guests: 1, type: 1 } });

/** Answers the cart with `cart` and every change with a page of this status. */
function createTransport(cart: string | undefined, status: number) {
  const request: Request = async (call) =>
    call.method === 'GET' ? readWire(call, cart ?? page, cart ? 200 : 503) : readWire(call, page, status);
  return createApiTransport('1001', request, () => ({ browserId: 'browser', memberId: 'u1' }));
}

test.each([
  ['a snapshot server', 400, 'refused'],
  ['a snapshot server', 409, 'refused'],
  ['a snapshot server', 410, 'refused'],
  ['a snapshot server', 422, 'refused'],
  ['a snapshot server', 413, 'refused'],
  // A proxy may answer so while the server is away.
  ['a snapshot server', 403, 'retry'],
  ['a snapshot server', 404, 'retry'],
  ['a snapshot server', 502, 'retry'],
  ['a server that has not shown what it is', 400, 'retry'],
  ['a server that has not shown what it is', 413, 'refused'],
] as const)('a page with status from %s: %i is "%s"', async (server, status, kind) => {
  const transport = createTransport(server === 'a snapshot server' ? plainCart : undefined, status);
  await transport.snapshot({});
  const refused = kind === 'refused' ? { kind, code: status, msg: '' } : { kind };
  expect(await transport.post(detail, [], {})).toMatchObject({ ok: false, failure: refused });
  expect(await transport.clear(undefined)).toMatchObject({ ok: false, failure: refused });
});
