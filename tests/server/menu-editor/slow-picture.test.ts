// @module-tag rare sqlite
/** A picture that takes too long (CX25). The limit of ten seconds is real. */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { uploadPicture } from '#contract/calls/menu-picture.ts';
import { createEndlessDrawing, createPicture } from '#tests/picture-bomb.ts';
import { startSharedServer, type Caller } from '../server-under-test.ts';

const server = startSharedServer();

const send = async (dishId: string, body: Uint8Array<ArrayBuffer>, till: Caller) =>
  await server.call(uploadPicture, {
    headers: { 'Content-Type': 'image/jpeg' },
    ...till,
    query: { dishId },
    body,
  });

test('a picture that takes more than ten seconds is abandoned, and another restaurant does not wait for it', async () => {
  const [mine, other] = [await server.till('1001', ['menu']), await server.till('1003', ['menu'])];
  const began = performance.now();
  const slow = send('beef', createEndlessDrawing(), mine);
  const first = await Promise.race([slow, send('tea', createPicture(400, 200, 200), other)]);
  expect(first, 'the other one is first').toMatchObject({ success: true });
  const refused = await slow;
  expect(refused).toMatchObject({ status: 400, code: codes.badRequest });
  expect(refused.msg).toMatch(/^This picture is too much work/);
  expect(performance.now() - began).toBeLessThan(15_000);
  expect(readdirSync(server.deps.pictures.folder)).toHaveLength(2);
}, 30_000);
