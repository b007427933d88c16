import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { codes } from '#contract/codes.ts';
import { statusRefusal, type Refusal } from './route.ts';

/** Calls of this scope get their body as it comes, whatever it says of itself. */
export function leaveBodiesUnparsed(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
}

/** A Refusal 413 of more than `most` bytes. @param lost rejects with its reason: what has not come by then is not waited for */
export async function readUpload(body: unknown, most: number, lost?: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  if (!(body instanceof Readable)) return Buffer.alloc(0);
  const given = new Promise<never>((_resolve, reject) => {
    lost?.addEventListener('abort', () => reject(lost.reason as Error), { once: true });
  });
  given.catch(() => undefined);
  // Destroyed, it would take the line away on which the refusal goes.
  const parts = body.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  for (;;) {
    const part = await Promise.race([parts.next(), given]);
    if (part.done === true) return Buffer.concat(chunks);
    bytes += part.value.length;
    if (bytes > most) throw tooLarge(most);
    chunks.push(part.value);
  }
}

function tooLarge(most: number): Refusal {
  const size = `${most / 1024 / 1024} MiB`;
  return statusRefusal(codes.tooLarge, {
    'en-US': `The file is too large: at most ${size}`,
    'zh-TW': `檔案太大了，最多 ${size}`,
  });
}
