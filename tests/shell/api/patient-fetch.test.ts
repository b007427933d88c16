import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { patientFetch } from '#src/kit/api/call/patient-fetch.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function serve(answer: (response: ServerResponse) => void): Promise<string> {
  server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const silenceMs = 300;

test('D2: a download that goes on is not cut, however long it takes', async () => {
  // A letter of three bytes, torn in the middle.
  const pieces = [...Buffer.from('麵'.repeat(4))].map((byte) => Buffer.from([byte]));
  const address = await serve((response) => {
    const next = () => {
      const piece = pieces.shift();
      if (!piece) return response.end();
      response.write(piece);
      setTimeout(next, silenceMs / 4);
    };
    next();
  });
  const started = performance.now();
  const { status, text } = await patientFetch(address, {}, { silenceMs, signal: undefined });
  expect([status, text]).toEqual([200, '麵麵麵麵']);
  expect(performance.now() - started).toBeGreaterThan(silenceMs * 2);
});

// CA0
test.each([
  ['before the headers', () => {}],
  ['in the middle of the body', (response: ServerResponse) => void response.write('half')],
])('D2: silence %s ends it', async (_, answer) => {
  const address = await serve(answer);
  await expect(patientFetch(address, {}, { silenceMs, signal: undefined })).rejects.toMatchObject({
    failure: { kind: 'network', reason: 'timeout' },
  });
});

test('nobody there, and nobody interested any more', async () => {
  const address = await serve(() => {});
  const signal = AbortSignal.abort();
  await expect(patientFetch(address, {}, { silenceMs, signal })).rejects.toMatchObject({
    failure: { reason: 'aborted' },
  });
  await expect(
    patientFetch('http://127.0.0.1:1', {}, { silenceMs, signal: undefined }),
  ).rejects.toMatchObject({ failure: { reason: 'unreachable' } });
});
