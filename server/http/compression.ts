import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Smaller answers go in one packet anyway; no answer with a token in it is larger than this, bytes. */
const worthIt = 1024;

/**
 * Compresses what is made at the moment of asking: JSON and the page. Built files bring their own compressed forms.
 * Requests may not be compressed: a few bytes could unfold to gigabytes. Register it before any route.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCompress, {
    threshold: worthIt,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
  });
}
