// @module-tag sqlite
/** Uploaded pictures in a store that speaks S3, against s3rver (CX95). */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadPicture } from '#contract/calls/menu-picture.ts';
import { listMissingPictures } from '#server/menu/menu-file/pictures.ts';
import { createPictureFiles, type FileStore } from '#server/platform/pictures/picture-files.ts';
import { runWithPictures } from '#server/menu/menu-file/run-with-pictures.ts';
import { createS3Store } from '#server/platform/pictures/s3-store.ts';
import { createFolderForTests } from '#tests/for-tests.ts';
import { startTestServer } from '../server-under-test.ts';

const folder = createFolderForTests();
/** The key that s3rver accepts. */
const key = 'S3RVER';
let store: S3rver;
let bucket: string;

beforeAll(async () => {
  const configureBuckets = [{ name: 'pictures', configs: [] }];
  store = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: folder, configureBuckets });
  const { port } = await store.run();
  bucket = `http://127.0.0.1:${port}/pictures`;
});
afterAll(async () => {
  await store.close();
});

const environment = () => ({
  PICTURES_BUCKET_URL: bucket,
  PICTURES_BUCKET_REGION: 'us-east-1',
  PICTURES_BUCKET_KEY: key,
  PICTURES_BUCKET_SECRET: key,
});

const createStore = (secretAccessKey = key) =>
  createS3Store({ endpoint: bucket, region: 'us-east-1', accessKeyId: key, secretAccessKey });

// CX95, CX96
test('an uploaded picture is in the store; another server serves and knows it, also after its copies are deleted', async () => {
  const one = await startTestServer({ environment: environment() });
  const other = await startTestServer({ environment: environment() });
  const picture = await sharp({ create: { width: 1000, height: 1000, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const headers = { 'Content-Type': 'image/png' };
  const { picture: name } = await one.ask(uploadPicture, {
    ...(await one.till('1001', ['menu'])),
    headers,
    query: { dishId: 'tea' },
    body: new Uint8Array(picture),
  });
  const path = `/pictures/${encodeURIComponent(name)}@4x.webp`;
  const served = await (await fetch(one.address + path)).arrayBuffer();
  const fetched = await fetch(other.address + path);
  expect([fetched.status, fetched.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(Buffer.from(await fetched.arrayBuffer())).toEqual(Buffer.from(served));

  expect(existsSync(join(other.deps.pictures.folder, `${name}@4x.webp`))).toBe(true);
  rmSync(other.deps.pictures.folder, { recursive: true });
  expect(await listMissingPictures([name, 'never-made'], other.deps.pictures)).toEqual(
    new Set(['never-made']),
  );
  expect((await fetch(other.address + path)).status).toBe(200);
  expect((await fetch(`${other.address}/pictures/never-made@1x.webp`)).status).toBe(404);
});

test('a picture that the store refuses is not saved', async () => {
  const files = createPictureFiles(join(folder, 'refused'), { store: createStore('a wrong key') });
  await expect(files.write('a@1x.webp', Buffer.from('a'))).rejects.toThrow();
  expect(existsSync(join(folder, 'refused'))).toBe(false);
  await expect(files.has('a@1x.webp')).rejects.toThrow();
});

test('the store is asked once for many requests, not again for a missing file within a minute, and for no other name', async () => {
  const asked: string[] = [];
  let time = 0;
  let content: Uint8Array | undefined;
  const counting: FileStore = {
    read: async (name) => {
      asked.push(name);
      return content;
    },
    write: async () => undefined,
  };
  const files = createPictureFiles(join(folder, 'counted'), { store: counting, now: () => time });
  const name = 'a@1x.webp';
  expect(await Promise.all([files.has(name), files.has(name)])).toEqual([false, false]);
  await files.fetch(name);
  for (const other of ['secret.key', '../a.webp', `${'a'.repeat(300)}.webp`]) await files.fetch(other);
  expect(asked).toEqual([name]);

  content = Buffer.from('a');
  time = 60_000;
  expect(await files.has(name)).toBe(true);
  expect(await files.has(name)).toBe(true);
  expect(asked).toEqual([name, name]);
});

// CX95
test('a publication waits for no picture inside its transaction, and is undone while one must be fetched', async () => {
  const { db } = await startTestServer({});
  const asked: string[] = [];
  const store: FileStore = {
    read: async (name) => {
      // This query would wait for an open transaction.
      const { rows } = await sql`select 1 from meta where key = 'tried'`.execute(db);
      asked.push(`${name} ${rows.length}`);
      return name === 'a@1x.webp' ? Buffer.from('a') : undefined;
    },
    write: async () => undefined,
  };
  const pictures = createPictureFiles(join(folder, 'published'), { store });
  const found = await runWithPictures({ db, pictures }, async (trx, files) => {
    await trx.insertInto('meta').values({ key: 'tried', value: '1' }).execute();
    const first = await Promise.all([files.has('a@1x.webp'), files.has('b@1x.webp')]);
    // Asked for only after the first two.
    return first[0] ? [...first, await files.has('c@1x.webp')] : first;
  });
  expect(found).toEqual([true, false, false]);
  expect(asked).toEqual(['a@1x.webp 0', 'b@1x.webp 0', 'c@1x.webp 0']);
  expect(await db.selectFrom('meta').select('value').where('key', '=', 'tried').execute()).toHaveLength(1);

  // A refusal counts only if it was decided with all pictures.
  const refuse = async (name: string) =>
    await runWithPictures({ db, pictures }, async (_trx, files) => {
      if (!(await files.has(name))) throw new Error(`${name} is missing`);
      return 'published';
    });
  rmSync(pictures.folder, { recursive: true });
  expect(await refuse('a@1x.webp')).toBe('published');
  await expect(refuse('b@1x.webp')).rejects.toThrow('b@1x.webp is missing');
});
