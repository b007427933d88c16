import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

/** What a test does to the server while it runs. */
export interface Knobs {
  /** Every call waits so long before anything is done, ms. */
  latencyMs: number;
  /** Path of a POST: the next one is carried out and its answer is lost on the way. */
  dropAnswerOf: string | null;
  /** No call is answered and no socket opened; open ones are cut. */
  offline: boolean;
  /** The same for sockets alone. */
  groupOffline: boolean;
}

const wishSchema = z.strictObject({
  latencyMs: z.optional(z.int().check(z.minimum(0))),
  dropAnswerOf: z.optional(z.nullable(z.string())),
  offline: z.optional(z.boolean()),
  groupOffline: z.optional(z.boolean()),
});

/** The knobs of a server; from another process they are turned with `PUT /knobs`. */
export function installKnobs(app: FastifyInstance, cutSockets: () => void): Knobs {
  let offline = false;
  let groupOffline = false;
  const knobs: Knobs = {
    latencyMs: 0,
    dropAnswerOf: null,
    get offline() {
      return offline;
    },
    set offline(isOffline) {
      offline = isOffline;
      if (offline) cutSockets();
    },
    get groupOffline() {
      return groupOffline || offline;
    },
    set groupOffline(isOffline) {
      groupOffline = isOffline;
      if (groupOffline) cutSockets();
    },
  };

  app.addHook('onRequest', async (request, reply) => {
    // Pages stay reachable, as from a browser's cache.
    if (!request.url.startsWith('/api/')) return;
    if (knobs.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, knobs.latencyMs));
    if (!offline) return;
    request.raw.socket.destroy();
    return reply.hijack();
  });
  app.put('/knobs', ({ body }) => {
    const wish = z.parse(wishSchema, body);
    return Object.assign(knobs, wish);
  });
  return knobs;
}

/** True when the answer to this call is to be lost; then that has been seen to. */
export function losesAnswer(knobs: Knobs, request: FastifyRequest, reply: FastifyReply): boolean {
  if (request.method !== 'POST' || request.url !== knobs.dropAnswerOf) return false;
  knobs.dropAnswerOf = null;
  reply.hijack();
  // Breaks off after the first byte: before any, a browser would repeat the request by itself.
  reply.raw.writeHead(200, { 'Content-Length': 1000 });
  reply.raw.write('{', () => request.raw.socket.destroy());
  return true;
}
