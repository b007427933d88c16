// @module-tag sqlite
/** Pictures that the menu page sends are cut, turned and scaled, or refused in words (CX25). */
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { request, type IncomingMessage } from 'node:http';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { mostPictureBytes, uploadPicture } from '#contract/calls/menu-picture.ts';
import { composePicturePaths } from '#server/menu/merchants.ts';
import { drawInProcess } from '#server/menu/menu-file/draw-in-process.ts';
import { findDishPicture } from '#server/menu/menu-file/pictures.ts';
import { changeHouse, getHouse } from '#contract/calls/house.ts';
import { getTinyMerchant } from '#contract/calls/merchant.ts';
import { exportMenu } from '#server/menu/menu-file/export-menu.ts';
import { readRestaurant } from '#server/back-office/settings/write-settings.ts';
import { readUpload } from '#server/platform/http/routes/read-upload.ts';
import { createUploadSlots } from '#server/back-office/menu-editor/upload-slots.ts';
import { pictureSlots } from '#server/back-office/menu-editor/picture-routes.ts';
import { createForTests } from '#tests/for-tests.ts';
import { createEndlessDrawing, createPicture } from '#tests/picture-bomb.ts';
import { logInStaff } from '../staff/acts.ts';
import { startSharedServer, type Caller } from '../server-under-test.ts';

const server = startSharedServer();

const jpeg = { headers: { 'Content-Type': 'image/jpeg' } };
const till = createForTests(async () => await server.till('1001', ['menu']));
const send = async (
  body: Uint8Array<ArrayBuffer>,
  query: Record<string, string | number> = {},
  more: Caller = till,
) =>
  await server.call(uploadPicture, { ...jpeg, ...till, ...more, query: { dishId: 'beef', ...query }, body });

const red = { r: 220, g: 20, b: 20 };
const blue = { r: 20, g: 20, b: 220 };

/** The file has 400 × 200 pixels with a red left half. Its orientation turns it, so that the red half is on top. */
async function createTurnedPicture(): Promise<Uint8Array<ArrayBuffer>> {
  const createHalf = (background: typeof red) => sharp({ create: { width: 200, height: 200, channels: 3, background } });
  const picture = sharp({ create: { width: 400, height: 200, channels: 3, background: blue } })
    .composite([{ input: await createHalf(red).png().toBuffer(), left: 0, top: 0 }])
    .withMetadata({ orientation: 6 });
  return new Uint8Array(await picture.jpeg({ quality: 95 }).toBuffer());
} // prettier-ignore

async function fetchPicture(name: string, density: 1 | 2 | 4) {
  const answer = await fetch(`${server.address}/pictures/${name}@${density}x.webp`);
  expect(answer.status).toBe(200);
  const image = sharp(Buffer.from(await answer.arrayBuffer()));
  const { width, height } = await image.metadata();
  const { channels } = await image.stats();
  return { width, height, red: channels[0]!.mean, blue: channels[2]!.mean };
}

function listPictures(): readonly string[] {
  const folder = server.deps.pictures.folder;
  return existsSync(folder) ? readdirSync(folder) : [];
}

// CX25
test('the server crops the rotated picture to the square that the page chose, in two densities', async () => {
  const picture = await createTurnedPicture();
  const { data: top } = await send(picture, { left: 0, top: 0, side: 200 });
  const { data: bottom } = await send(picture, { left: 0, top: 200, side: 200 });
  expect(top.picture).toMatch(/^1001-beef-\w{10}$/);
  expect(bottom.picture).not.toBe(top.picture);
  for (const density of [1, 2] as const) {
    const above = await fetchPicture(top.picture, density);
    expect(above).toMatchObject({ width: 240 * density, height: 240 * density });
    expect(above.red).toBeGreaterThan(200);
    expect(above.blue).toBeLessThan(60);
    expect((await fetchPicture(bottom.picture, density)).blue).toBeGreaterThan(200);
  }
});

// CX96
test('a large picture has a third size for the dish’s sheet, which is never larger than the picture', async () => {
  const createSquare = async (side: number) =>
    new Uint8Array(
      await sharp({ create: { width: side + 9, height: side, channels: 3, background: blue } }).png().toBuffer(),
    );
  const usual = await send(await createSquare(480));
  expect(usual.data.picture).toMatch(/^1001-beef-\w{10}$/);
  expect(composePicturePaths(usual.data.picture)).not.toHaveProperty('x4');
  for (const [side, width] of [[1100, 960], [700, 700]] as const) {
    const { picture } = (await send(await createSquare(side))).data;
    expect(composePicturePaths(picture).x4).toBe(`/pictures/${picture}@4x.webp`);
    expect(await fetchPicture(picture, 4)).toMatchObject({ width, height: width });
    expect(await fetchPicture(picture, 2)).toMatchObject({ width: 480, height: 480 });
  }
  const cut = await send(await createSquare(1100), { left: 10, top: 10, side: 300 });
  expect(composePicturePaths(cut.data.picture)).not.toHaveProperty('x4');
}); // prettier-ignore

// CX88
test('a cover is wide, in two densities, and diners get its addresses once the settings name it', async () => {
  const { data } = await send(await createTurnedPicture(), { shape: 'cover' });
  expect(data.picture).toMatch(/^1001-cover-\w{10}$/);
  expect(await fetchPicture(data.picture, 1)).toMatchObject({ width: 800, height: 350 });
  expect(await fetchPicture(data.picture, 2)).toMatchObject({ width: 1600, height: 700 });
  const both = await send(await createTurnedPicture(), { shape: 'cover', left: 0, top: 0, side: 200 });
  expect(both.msg).toMatch(/a cover is not a square/);

  const owner = await logInStaff(server, {
    merchantId: '1001',
    password: server.staffPassword,
    name: 'Olga',
  });
  const readCover = async () => (await server.ask(getTinyMerchant, { query: { id: '1001' } })).cover;
  const save = async (cover: string | null) => {
    const { settings, version } = await server.ask(getHouse, owner);
    const saved = await server.ask(changeHouse, {
      ...owner,
      body: { version, settings: { ...settings, cover } },
    });
    expect(saved.settings.cover).toBe(cover);
  };
  expect(await readCover()).toMatchObject({ x1: '/pictures/cover-1001@1x.webp' });
  await save(data.picture);
  expect(await readCover()).toEqual({
    x1: `/pictures/${data.picture}@1x.webp`,
    x2: `/pictures/${data.picture}@2x.webp`,
  });
  expect(exportMenu(await readRestaurant(server.db, '1001'))).toContain(`cover: ${data.picture}`);
  await save(null);
  expect(await readCover()).toBeUndefined();
});

test('without a square the server finds one, and a menu file may name the result', async () => {
  const { data } = await send(await createTurnedPicture());
  expect(await fetchPicture(data.picture, 2)).toMatchObject({ width: 480, height: 480 });
  const where = { menuPath: server.dataDir, files: server.deps.pictures };
  expect(await findDishPicture(data.picture, 'another-key', where)).toMatchObject({ name: data.picture });
  // The same file makes the same picture.
  const before = listPictures();
  expect((await send(await createTurnedPicture())).data).toEqual(data);
  expect(listPictures()).toEqual(before);
});

// CX25
test('a file that is no picture is refused with a message, and nothing is stored', async () => {
  const before = listPictures();
  const whole = await createTurnedPicture();
  const wrong = {
    text: new TextEncoder().encode('%PDF-1.7 a menu'),
    half: whole.slice(0, whole.length / 2),
    nothing: new Uint8Array(),
  };
  for (const [what, body] of Object.entries(wrong)) {
    const refused = await send(body);
    expect(refused, what).toMatchObject({ status: 400, code: codes.badRequest, success: false });
    expect(refused.msg, what).toMatch(/^This picture cannot be read/);
  }
  expect((await send(wrong.text, {}, { language: 'zh-TW' })).msg).toMatch(/^這不是能讀取的圖片/);
  expect((await send(whole, { left: 0, top: 300, side: 200 })).msg).toMatch(/beyond the edge/);
  expect((await send(whole, { left: 0 })).msg).toMatch(/belong together/);
  expect((await send(whole, { dishId: '../beef' })).msg).toMatch(/must be the id of a dish/);
  expect(listPictures()).toEqual(before);
});

// CX25, D37
test('a picture with more pixels than any camera takes is refused with a message before it is decoded', async () => {
  const side = 11_000;
  const refused = await send(createPicture(side, side));
  expect(refused).toMatchObject({ status: 400, code: codes.badRequest });
  expect(refused.msg).toBe('This picture has too many pixels: at most 120 million');
  const { msg } = await send(createPicture(2 ** 30, 2 ** 30), {}, { language: 'zh-TW' });
  expect(msg).toMatch(/像素太多了，最多 1.2億像素|不是能讀取的圖片/);
});

// CX25
test('a picture that takes too long to draw is abandoned', async () => {
  const job = { bytes: createEndlessDrawing(), square: undefined, shape: 'dish' } as const;
  expect(await drawInProcess(job, 2_000)).toBe('tooSlow');
});

// CX25
test('more than 40 MiB is refused with a message', async () => {
  const large = new Uint8Array(mostPictureBytes + 1);
  const msg = 'The file is too large: at most 40 MiB';
  expect(await send(large)).toMatchObject({ status: 413, code: codes.tooLarge, msg });
  expect((await send(large, {}, { language: 'zh-TW' })).msg).toBe('檔案太大了，最多 40 MiB');
});

test('a stranger’s file is not even read', async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1;
      controller.enqueue(new Uint8Array(64 * 1024));
      if (sent === 4_000) controller.close();
    },
  });
  const answer = await fetch(`${server.address}${uploadPicture.path}?dishId=beef`, {
    method: 'POST',
    headers: { 'Content-Type': 'image/jpeg' },
    body: endless,
    duplex: 'half',
  } as RequestInit);
  expect(answer.status).toBe(401);
  // The server did not read to the end.
  expect(sent).toBeLessThan(4_000);
});

// D37
test('a fifth picture at once is refused before it is read; the others arrive', async () => {
  const other = await server.till('1003', ['menu']);
  const picture = await createTurnedPicture();
  const begun = Array.from({ length: 4 }, () => {
    const how = { Authorization: `Bearer ${other.token}`, 'Content-Length': picture.length };
    const headers = { ...jpeg.headers, ...how, Expect: '100-continue' };
    const address = `${server.address}${uploadPicture.path}?dishId=beef`;
    const sent = request(address, { method: 'POST', headers, agent: false });
    sent.flushHeaders();
    return {
      sent,
      // The fifth request must come after these four.
      arrived: once(sent, 'continue').then(() => sent.write(picture.subarray(0, 100))),
      status: once(sent, 'response').then(([answer]) => (answer as IncomingMessage).statusCode),
    };
  });
  await Promise.all(begun.map(({ arrived }) => arrived));
  const sendFifth = () => send(picture, {}, other);
  const refusal = { status: 429, data: { budget: 'picturesAtOnce' } };
  await expect.poll(sendFifth, { timeout: 10_000 }).toMatchObject(refusal);
  for (const { sent } of begun) sent.end(picture.subarray(100));
  expect(await Promise.all(begun.map(({ status }) => status))).toEqual([200, 200, 200, 200]);
  expect((await sendFifth()).code).toBe(codes.ok);
});

// D37
test('a slow picture that has held a place for long loses it to the next one, never before; a quick one never does', async () => {
  let now = 0;
  const atPlace = createUploadSlots(pictureSlots, () => now);
  const resolveBytes = (bytes: string) => Promise.resolve(bytes);
  const waitUntilLost = (lost: AbortSignal) =>
    new Promise<string>((_, reject) => {
      lost.addEventListener('abort', () => reject(lost.reason as Error));
    });
  const runSlow = () => atPlace('a', waitUntilLost, resolveBytes);
  const runQuick = (merchantId = 'a') => atPlace(merchantId, () => Promise.resolve('quick'), resolveBytes);
  const lost = { status: 429, data: { budget: 'picturesAtOnce' } };

  let finish = () => undefined as void;
  const worked = atPlace(
    'a',
    () => Promise.resolve('all has come'),
    async (bytes) => {
      await new Promise<void>((resolve) => (finish = resolve));
      return bytes;
    },
  );
  const first = runSlow();
  now = 5_000;
  const rest = [runSlow(), runSlow()];
  now = 9_999;
  await expect(runQuick()).rejects.toMatchObject(lost);
  expect(await runQuick('b')).toBe('quick');
  now = 10_000;
  expect(await runQuick()).toBe('quick');
  await expect(first).rejects.toMatchObject(lost);
  // The place is free again.
  expect(await runQuick()).toBe('quick');
  now = 15_000;
  rest.push(runSlow());
  expect(await runQuick()).toBe('quick');
  await expect(rest[0]).rejects.toMatchObject(lost);
  finish();
  expect(await worked).toBe('all has come');
});

// D37
test('a picture that loses its place is answered while it is still being sent', async () => {
  const body = new PassThrough();
  body.write('the beginning');
  const lost = new AbortController();
  const reading = readUpload(body, 1_000, lost.signal);
  lost.abort(new Error('lost'));
  await expect(reading).rejects.toThrow('lost');
  expect(body.destroyed).toBe(false);
});
