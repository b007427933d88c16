/**
 * The stored form of several archived parts: one byte with the version of the format, then JSON, compressed with gzip.
 *
 *   [version][gzip of [heads, records]]
 *
 * `heads` describes each part. `records` are the records of all parts one after the other, in the form of
 * `archive-deltas.ts`. That makes the block far smaller.
 */
import type { LogRecord } from '#events/records/records.ts';
import type { ArchivedPart } from '#sync/ports/storage.ts';
import { encodeDeltas, decodeDeltas } from './archive-deltas.ts';

export type PartInBlock = Pick<ArchivedPart, 'at' | 'reason' | 'summary' | 'records'>;

type Head = readonly [at: number, reason: ArchivedPart['reason'], summary: number, records: number];

/** Blocks of a higher version are not changed. */
export const blockVersion = 1;

/** False in a browser without compression. Its archive stays unpacked. */
export function canPack(): boolean {
  return 'CompressionStream' in globalThis && 'DecompressionStream' in globalThis;
}

/** Packs parts. Records of unknown types and unknown fields are preserved, because records are plain JSON. */
export async function packBlock(parts: readonly PartInBlock[]): Promise<Uint8Array<ArrayBuffer>> {
  const heads = parts.map(({ at, reason, summary, records }) => [at, reason, summary, records.length]);
  const text = JSON.stringify([heads, encodeDeltas(parts.flatMap(({ records }) => records))]);
  const zipped = await pipeBytes(new CompressionStream('gzip'), new TextEncoder().encode(text));
  const block = new Uint8Array(zipped.length + 1);
  block[0] = blockVersion;
  block.set(zipped, 1);
  return block;
}

/** Rejects if the block is damaged, which the checksum of gzip shows, or of a newer version. */
export async function unpackBlock(block: unknown): Promise<PartInBlock[]> {
  if (!(block instanceof Uint8Array)) throw new TypeError('not a block');
  if (block[0] !== blockVersion) throw new RangeError(`version ${block[0]}`);
  const bytes = await pipeBytes(new DecompressionStream('gzip'), block.slice(1));
  const [heads, encoded] = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as [
    Head[],
    unknown[],
  ];
  const records = decodeDeltas(encoded) as LogRecord[];
  let start = 0;
  return heads.map(([at, reason, summary, count]) => {
    if (start + count > records.length) throw new TypeError('records are missing');
    start += count;
    return { at, reason, summary, records: records.slice(start - count, start) };
  });
}

async function pipeBytes(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const out = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(out).arrayBuffer());
}
