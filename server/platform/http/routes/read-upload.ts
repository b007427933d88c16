import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { codes } from '#contract/codes.ts';
import { createStatusRefusal, type Refusal } from './route.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';

/** Lets the calls of this scope read their body as a stream, whatever its content type. */
export function leaveBodiesUnparsed(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
}

/**
 * Reads an uploaded file. Throws a Refusal 413 if it has more than `most` bytes.
 *
 * @param lost when aborted, the call rejects with its reason and does not wait for the rest of the file
 */
export async function readUpload(body: unknown, most: number, lost?: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  if (!(body instanceof Readable)) return Buffer.alloc(0);
  const aborted = new Promise<never>((_resolve, reject) => {
    lost?.addEventListener('abort', () => reject(lost.reason as Error), { once: true });
  });
  aborted.catch(() => undefined);
  // Destroying the stream would close the connection before the refusal is sent.
  const parts = body.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  for (;;) {
    const part = await Promise.race([parts.next(), aborted]);
    if (part.done === true) return Buffer.concat(chunks);
    bytes += part.value.length;
    if (bytes > most) throw createTooLarge(most);
    chunks.push(part.value);
  }
}

function createTooLarge(most: number): Refusal {
  const words = getServerTexts('requests.fileTooLarge', { most: most / 1024 / 1024 });
  return createStatusRefusal(codes.tooLarge, words);
}
