import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { shareAnswer } from '#server/platform/http/routes/shared-answers.ts';
import { registerRoutes } from '#server/platform/http/routes/register-routes.ts';
import { defineRoute } from '#server/platform/http/routes/route.ts';
import type { Who } from '#server/platform/http/routes/who.ts';
import { call } from '#contract/http/call.ts';
import * as z from 'zod/mini';
import Fastify from 'fastify';

const order = call('GET /order', { data: z.object({ text: z.string() }) });

test('a shared answer is serialised once and compressed once for each encoding', async () => {
  let answer = { text: '$& is no pattern' };
  let written = 0;
  const app = Fastify();
  const handle = async () =>
    await Promise.resolve(
      shareAnswer(answer, () => {
        written += 1;
        return JSON.stringify(answer);
      }),
    );
  registerRoutes(app, [defineRoute(order, 'nothing', handle)], async () => await Promise.resolve({} as Who));
  const ask = async (accepted?: string) => {
    const headers = { ...(accepted !== undefined && { 'accept-encoding': accepted }) };
    const { rawPayload, headers: answered } = await app.inject({ url: '/order', headers });
    const packing = answered['content-encoding'];
    const bytes =
      packing === 'br' ? brotliDecompressSync(rawPayload) : packing === 'gzip' ? gunzipSync(rawPayload) : rawPayload;
    return { packing, vary: answered.vary, data: (JSON.parse(bytes.toString()) as { data: unknown }).data };
  };
  const [first, second] = await Promise.all([ask('gzip, deflate, br'), ask('br;q=0.5, gzip;q=0')]);
  expect(first).toEqual({ packing: 'br', vary: 'accept-encoding', data: answer });
  expect(second).toEqual(first);
  expect(written).toBe(1);
  expect(await ask('gzip, br;q=0')).toMatchObject({ packing: 'gzip', data: answer });
  expect(await ask('gzip')).toMatchObject({ packing: 'gzip', data: answer });
  expect(await ask()).toMatchObject({ packing: undefined, data: answer });
  expect(await ask('identity')).toMatchObject({ packing: undefined, data: answer });
  expect(written).toBe(3);
  answer = { text: 'another' };
  expect(await ask('br')).toMatchObject({ packing: 'br', data: answer });
  expect(written).toBe(4);
  await app.close();
}); // prettier-ignore
