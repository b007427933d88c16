/** D66: an answer that many read is written as JSON and packed once, not once for each of them. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { success } from '#contract/http/call.ts';

/** In the order of preference; '': as it is. */
const packings = ['br', 'gzip', ''] as const;
type Packing = (typeof packings)[number];

interface ForMany {
  json(): string;
  readonly packed: Map<Packing, Promise<Buffer>>;
}

/** Answers, as long as whoever told them keeps them. */
const kept = new WeakMap<object, ForMany>();

/**
 * Says of an answer that the very same one is told again as long as nothing of it changes; nobody may change it.
 * @param json where most of it is written already
 */
export function shareAnswer<Data>(data: Data & object, json = () => JSON.stringify(data)): Data {
  if (!kept.has(data)) kept.set(data, { json, packed: new Map() });
  return data;
}

export function isSharedAnswer(data: unknown): data is object {
  return typeof data === 'object' && data !== null && kept.has(data);
}

/** Answers with it in the envelope. */
export async function sendSharedAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  data: object,
): Promise<FastifyReply> {
  const packing = packingFor([request.headers['accept-encoding'] ?? ''].flat().join(','));
  const { packed, json } = kept.get(data)!;
  const bytes = packed.get(packing) ?? pack(Buffer.from(inEnvelope(json())), packing);
  packed.set(packing, bytes);
  // Another one may ask for it packed otherwise.
  const others = reply.getHeader('Vary');
  void reply.header('Vary', [...(others === undefined ? [] : [others]), 'accept-encoding'].join(', '));
  void reply.type('application/json; charset=utf-8');
  if (packing !== '') void reply.header('Content-Encoding', packing);
  return reply.send(await bytes);
}

function inEnvelope(json: string): string {
  return JSON.stringify(success(null)).replace(/"data":null}$/, () => `"data":${json}}`);
}

/** What the asker can unpack: `gzip, deflate, br;q=0.9`. */
function packingFor(accepted: string): Packing {
  const named = new Map(
    accepted.split(',').map((each) => {
      const [name = '', ...facts] = each.split(';').map((part) => part.trim().toLowerCase());
      return [name, !facts.some((fact) => /^q=0(?:\.0*)?$/.test(fact))] as const;
    }),
  );
  return packings.find((packing) => packing === '' || named.get(packing) === true)!;
}

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const withBrotli = promisify<Buffer, typeof brotli, Buffer>(brotliCompress);
const withGzip = promisify<Buffer, Buffer>(gzip);

/** In another thread. */
async function pack(bytes: Buffer, packing: Packing): Promise<Buffer> {
  if (packing === 'br') return await withBrotli(bytes, brotli);
  return packing === 'gzip' ? await withGzip(bytes) : bytes;
}
