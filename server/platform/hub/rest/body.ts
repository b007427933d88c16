import type { IncomingMessage } from 'node:http';
import type { Payload } from '../client/frames.ts';

/** Reads the body. The result is not `ok` as soon as more than `maxBytes` have arrived. */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<{ readonly ok: true; readonly bytes: Buffer } | { readonly ok: false }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) {
        // The stream keeps flowing, because some senders read the answer only after they wrote everything.
        chunks.length = 0;
        resolve({ ok: false });
      } else chunks.push(chunk);
    });
    request.on('end', () => resolve({ ok: true, bytes: Buffer.concat(chunks) }));
    request.on('error', reject);
    request.on('close', () => reject(new Error('the caller closed the request')));
  });
}

type PayloadError = { readonly kind: 'media-type' } | { readonly kind: 'not-json' };

/** Maps `application/json` to json, `text/plain` to text, `application/octet-stream` to binary (base64 in the frame). */
export function readPayload(
  contentType: string,
  body: Buffer,
): { readonly ok: true; readonly payload: Payload } | { readonly ok: false; readonly error: PayloadError } {
  const [mediaType = ''] = contentType.split(';', 1);
  switch (mediaType.trim().toLowerCase()) {
    case 'application/json': {
      const json = body.toString('utf8');
      // The text is passed on unchanged, because parsing and serialising could round numbers.
      return isUsableJson(json)
        ? { ok: true, payload: { dataType: 'json', json } }
        : { ok: false, error: { kind: 'not-json' } };
    }
    case 'text/plain':
      return { ok: true, payload: { dataType: 'text', json: JSON.stringify(body.toString('utf8')) } };
    case 'application/octet-stream':
      return { ok: true, payload: { dataType: 'binary', json: JSON.stringify(body.toString('base64')) } };
    default:
      return { ok: false, error: { kind: 'media-type' } };
  }
}

/** Clients drop the message `null`, so it counts as an error. */
function isUsableJson(text: string): boolean {
  try {
    return JSON.parse(text) !== null;
  } catch {
    return false;
  }
}
