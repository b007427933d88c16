/** How long a call waits (CL1), over real HTTP with fake timers. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchText } from '#client/api/call/fetch-text.ts';
import { stopTimers, type StillTimers } from '../still-timers.ts';

let server: Server;
let timers: StillTimers;
beforeEach(() => {
  timers = stopTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

async function serve(answer: (response: ServerResponse) => void): Promise<string> {
  server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const silenceMs = 300;
const patience = { silenceMs, signal: undefined };

test('CL1: a download in progress is not aborted, however long it takes', async () => {
  // A character of three bytes, torn in the middle.
  const pieces = [...Buffer.from('麵'.repeat(4))].map((byte) => Buffer.from([byte]));
  let open: ServerResponse | undefined;
  const address = await serve((response) => {
    open = response;
    response.flushHeaders();
  });
  const coming = fetchText(address, {}, patience);
  // One timer for the headers, one for each piece.
  await timers.until(() => timers.waits(silenceMs) === 2);
  for (const [n, piece] of pieces.entries()) {
    timers.pass(silenceMs - 1);
    open!.write(piece);
    await timers.until(() => timers.waits(silenceMs) === n + 3);
  }
  open!.end();
  expect(await coming).toMatchObject({ status: 200, text: '麵麵麵麵' });
});

// CA0
test.each([
  ['before the headers', 1, () => {}],
  ['after the headers', 2, (response: ServerResponse) => response.flushHeaders()],
  ['in the middle of the body', 3, (response: ServerResponse) => void response.write('half')],
])('CL1: silence %s ends it', async (_, waits, answer) => {
  let isAsked = false;
  const address = await serve((response) => {
    isAsked = true;
    answer(response);
  });
  const ended = vi.fn<(error: unknown) => void>();
  const coming = fetchText(address, {}, patience).catch(ended);
  await timers.until(() => isAsked && timers.waits(silenceMs) === waits);
  timers.pass(silenceMs - 1);
  await timers.turns();
  expect(ended).not.toHaveBeenCalled();
  timers.pass(1);
  await coming;
  expect(ended.mock.calls).toMatchObject([[{ failure: { kind: 'network', reason: 'timeout' } }]]);
});

test.each([
  ['before the headers', 1, () => {}],
  ['in the middle of the body', 3, (response: ServerResponse) => void response.write('half')],
])('a caller that aborts %s is notified at once, in browsers of 2022 too', async (_, waits, answer) => {
  vi.spyOn(AbortSignal, 'any').mockImplementation(() => {
    throw new TypeError('AbortSignal.any is not a function');
  });
  let isAsked = false;
  const address = await serve((response) => {
    isAsked = true;
    answer(response);
  });
  const interest = new AbortController();
  const coming = fetchText(address, {}, { silenceMs, signal: interest.signal });
  coming.catch(() => {});
  await timers.until(() => isAsked && timers.waits(silenceMs) === waits);
  interest.abort();
  await expect(coming).rejects.toMatchObject({ failure: { kind: 'network', reason: 'aborted' } });
  expect(vi.getTimerCount(), 'no time-out is left').toBe(0);
});

test('no server, and a caller that has aborted', async () => {
  const answer = vi.fn<(response: ServerResponse) => void>();
  const address = await serve(answer);
  await expect(fetchText(address, {}, { silenceMs, signal: AbortSignal.abort() })).rejects.toMatchObject({
    failure: { reason: 'aborted' },
  });
  expect(answer).not.toHaveBeenCalled();
  await expect(fetchText('http://127.0.0.1:1', {}, patience)).rejects.toMatchObject({
    failure: { reason: 'unreachable' },
  });
});

test('facts known with the headers stay true while the body arrives', async () => {
  const [headersAt, endAt] = [1_700_000_000_000, 1_700_000_120_000];
  let open: ServerResponse | undefined;
  const address = await serve((response) => {
    open = response;
    response.flushHeaders();
  });
  const clock = vi.spyOn(Date, 'now').mockReturnValue(headersAt);
  const coming = fetchText(address, {}, patience);
  await timers.until(() => timers.waits(silenceMs) === 2);
  clock.mockReturnValue(endAt);
  open!.end('tea');
  expect(await coming).toMatchObject({ at: headersAt, text: 'tea' });
});
