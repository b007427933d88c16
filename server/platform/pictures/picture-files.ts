/**
 * The files of pictures. They lie in the folder `DATA_DIR/pictures`, or in a store that speaks S3. With a store, the
 * folder holds copies of what this server has needed so far:
 *
 *     write ──► store ──► folder          has, serve ──► fetch ──► folder ──┬── there
 *                                                                           └── store ──► folder
 *
 * A file never changes, because its name contains a hash of the picture. So a copy is never out of date, and may be
 * deleted at any time.
 */
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nanoid } from 'nanoid';
import { keepNewest } from '#server/platform/keep-newest.ts';

export interface FileStore {
  /** Returns undefined if there is no such file. */
  read(name: string): Promise<Uint8Array | undefined>;
  write(name: string, bytes: Uint8Array): Promise<void>;
}

export interface PictureFiles {
  /** The folder that the server serves. */
  readonly folder: string;
  has(name: string): Promise<boolean>;
  /** Whether the folder has the file. Undefined if the store must be asked. */
  isHere(name: string): boolean | undefined;
  /** Copies a file into the folder, if the store has it. */
  fetch(name: string): Promise<void>;
  write(name: string, bytes: Uint8Array): Promise<void>;
}

/** Pictures are the only files with these endings. Strangers may ask for any name, and others are not looked for. */
const pictureName = /^[^/\\\0]{1,200}\.(?:webp|svg)$/;

/** For this long a missing file is not looked for again, ms. */
const missingForMs = 60_000;
const mostMissing = 10_000;

interface Options {
  /** undefined: the folder alone. */
  readonly store?: FileStore | undefined;
  now?(): number;
}

/** @param folder is created with the first file */
export function createPictureFiles(folder: string, { store, now = Date.now }: Options = {}): PictureFiles {
  const missingSince = new Map<string, number>();
  const copying = new Map<string, Promise<void>>();
  const isMissing = (name: string) => now() < (missingSince.get(name) ?? -Infinity) + missingForMs;
  const isHere = (name: string) => {
    if (/[/\\]/.test(name)) return false;
    if (existsSync(join(folder, name))) return true;
    return store && pictureName.test(name) && !isMissing(name) ? undefined : false;
  };

  const copy = async (name: string, from: FileStore) => {
    const bytes = await from.read(name);
    if (bytes) await writeWhole(folder, name, bytes);
    else keepNewest(missingSince, name, now(), mostMissing);
  };
  const fetch = async (name: string) => {
    if (!store || isHere(name) !== undefined) return;
    // Phones ask for the same picture at once.
    const running = copying.get(name) ?? copy(name, store).finally(() => copying.delete(name));
    copying.set(name, running);
    await running;
  };
  return {
    folder,
    fetch,
    isHere,
    async has(name) {
      await fetch(name);
      return isHere(name) === true;
    },
    async write(name, bytes) {
      await store?.write(name, bytes);
      await writeWhole(folder, name, bytes);
      missingSince.delete(name);
    },
  };
}

/** Writes a file under its name only when it is complete, because the server may serve it at any time. */
async function writeWhole(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true });
  const part = join(folder, `.${nanoid()}.part`);
  await writeFile(part, bytes);
  await rename(part, join(folder, name));
}
