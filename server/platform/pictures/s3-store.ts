import { S3mini } from 's3mini';
import type { FileStore } from './picture-files.ts';

/** A bucket at a service that speaks S3. */
export interface S3Config {
  /** The address of the bucket: `https://s3.eu-central-1.amazonaws.com/our-pictures`. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A picture that the store does not answer in this time counts as failed, ms. */
const timeoutMs = 10_000;

const types: Readonly<Record<string, string>> = { webp: 'image/webp', svg: 'image/svg+xml' };

export function createS3Store(config: S3Config): FileStore {
  const bucket = new S3mini({ ...config, requestAbortTimeout: timeoutMs });
  return {
    async read(name) {
      const bytes = await bucket.getObjectArrayBuffer(name);
      return bytes === null ? undefined : new Uint8Array(bytes);
    },
    async write(name, bytes) {
      await bucket.putObject(name, bytes, types[name.split('.').at(-1) ?? '']);
    },
  };
}
