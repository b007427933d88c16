/** D76: parts of the archive as they lie on the disk: a byte that names the format, and gzip of their JSON, by differences. */
import type { LogRecord } from '#events/records/records.ts';
import type { ArchivedPart } from '#sync/ports/storage.ts';
import { encodeDeltas, decodeDeltas } from './archive-deltas.ts';

export type PartInBlock = Pick<ArchivedPart, 'at' | 'reason' | 'summary' | 'records'>;

/** When, why, how many records sum up the part before, and how many there are. */
type Head = readonly [number, ArchivedPart['reason'], number, number];

/** Blocks of a higher version are left as they are. */
export const blockVersion = 1;

/** False in a browser that packs nothing: its archive stays as it is. */
export function canPack(): boolean {
  return 'CompressionStream' in globalThis && 'DecompressionStream' in globalThis;
}

/** Records are JSON: unknown types and fields come back as they were. */
export async function packBlock(parts: readonly PartInBlock[]): Promise<Uint8Array<ArrayBuffer>> {
  const heads = parts.map(({ at, reason, summary, records }) => [at, reason, summary, records.length]);
  const text = JSON.stringify([heads, encodeDeltas(parts.flatMap(({ records }) => records))]);
  const zipped = await pipeBytes(new CompressionStream('gzip'), new TextEncoder().encode(text));
  const block = new Uint8Array(zipped.length + 1);
  block[0] = blockVersion;
  block.set(zipped, 1);
  return block;
}

/** Rejects what is damaged (gzip has a sum of its own), or of a newer version. */
export async function unpackBlock(block: unknown): Promise<PartInBlock[]> {
  if (!(block instanceof Uint8Array)) throw new TypeError('no block');
  if (block[0] !== blockVersion) throw new RangeError(`version ${block[0]}`);
  const bytes = await pipeBytes(new DecompressionStream('gzip'), block.slice(1));
  const [heads, told] = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as [
    Head[],
    unknown[],
  ];
  const records = decodeDeltas(told) as LogRecord[];
  let start = 0;
  return heads.map(([at, reason, summary, count]) => {
    if (start + count > records.length) throw new TypeError('no part');
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
