/** Answers that many callers get, such as the menu. They are serialised and compressed once, not for each caller. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createSuccess } from '#contract/http/call.ts';

/** The encodings in order of preference; '' is uncompressed. */
const packings = ['br', 'gzip', ''] as const;
type Packing = (typeof packings)[number];

interface SharedAnswer {
  json(): string;
  readonly packed: Map<Packing, Promise<Buffer>>;
}

/** The shared answers. An entry lives as long as its handler keeps the answer. */
const sharedAnswers = new WeakMap<object, SharedAnswer>();

/**
 * Marks an answer as shared. The handler must return the same object until its content changes, and must not modify it.
 *
 * @param json serialises the answer. Pass it if parts of the JSON exist already.
 */
export function shareAnswer<Data>(data: Data & object, json = () => JSON.stringify(data)): Data {
  if (!sharedAnswers.has(data)) sharedAnswers.set(data, { json, packed: new Map() });
  return data;
}

export function isSharedAnswer(data: unknown): data is object {
  return typeof data === 'object' && data !== null && sharedAnswers.has(data);
}

/** Sends a shared answer in the envelope. */
export async function sendSharedAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  data: object,
): Promise<FastifyReply> {
  const packing = choosePacking([request.headers['accept-encoding'] ?? ''].flat().join(','));
  const { packed, json } = sharedAnswers.get(data)!;
  const bytes = packed.get(packing) ?? compress(Buffer.from(wrapInEnvelope(json())), packing);
  packed.set(packing, bytes);
  // Caches must keep one copy for each encoding.
  const others = reply.getHeader('Vary');
  void reply.header('Vary', [...(others === undefined ? [] : [others]), 'accept-encoding'].join(', '));
  void reply.type('application/json; charset=utf-8');
  if (packing !== '') void reply.header('Content-Encoding', packing);
  return reply.send(await bytes);
}

function wrapInEnvelope(json: string): string {
  return JSON.stringify(createSuccess(null)).replace(/"data":null}$/, () => `"data":${json}}`);
}

/** Chooses the best encoding of a header like `gzip, deflate, br;q=0.9`. */
function choosePacking(accepted: string): Packing {
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

/** Compresses in another thread. */
async function compress(bytes: Buffer, packing: Packing): Promise<Buffer> {
  if (packing === 'br') return await withBrotli(bytes, brotli);
  return packing === 'gzip' ? await withGzip(bytes) : bytes;
}
