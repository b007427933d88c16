import type { FastifyInstance, FastifyReply, RouteOptions } from 'fastify';
import * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import { success } from '#contract/http/call.ts';
import type { UnauthorizedData } from '#contract/calls/token.ts';
import { bodyText } from '../http-app.ts';
import { headerReader } from '../header-reader.ts';
import { createIdempotentPosts } from './idempotent-posts.ts';
import { isSharedAnswer, sendSharedAnswer } from './shared-answers.ts';
import { joinLists } from './query-lists.ts';
import { createBudgets } from './rate-limits.ts';
import { refuseSlowly } from './refuse-slowly.ts';
import { readIdsOutsideHeaders, type IdName } from './ids-outside-headers.ts';
import { leaveBodiesUnparsed, readUpload } from './read-upload.ts';
import { Refusal, statusRefusal, type Route } from './route.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import type { Identify } from './who.ts';

// The small build of zod says "Invalid input" to everything without this.
z.config(z.locales.en());

interface RegisterOptions {
  /** Refuses to answer what the call's schema does not say; for tests and development. */
  readonly checkAnswers?: boolean;
  /** Of one diner; 0: no bound. */
  readonly requestsPerMinute?: number;
  /** ms; default: the system's clock. */
  readonly now?: () => number;
}

/** Mounts the routes: nothing is stored before a request is known to be valid and allowed. */
export function registerRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  identify: Identify,
  { checkAnswers = false, requestsPerMinute = 0, now = Date.now }: RegisterOptions = {},
): void {
  const answeredOnce = createIdempotentPosts(now);
  const budgets = createBudgets(requestsPerMinute);
  const turns = createConcurrencyLimit(3);
  /** Of the cart, which a phone asks for one after the other (G4). */
  const costly = createConcurrencyLimit(1);
  for (const { call, need, handle, beside, costs, apart, onlyReads } of routes) {
    const spend = apart === undefined ? budgets.general : budgets.apart(call.path, apart);
    const options: RouteOptions = {
      method: call.method,
      url: call.path,
      exposeHeadRoute: false,
      config: { fileTypes: call.fileTypes },
      handler: async (request, reply) => {
        const header = headerReader(request);
        const address = request.ip;
        const gone = hangUpOf(reply);
        const idsOutsideHeaders = (name: IdName) => readIdsOutsideHeaders(request, name);
        const who = await identify(need, { header, idsOutsideHeaders, address }).catch(
          async (refusal: unknown) => {
            await spend({ address, gone }).catch(async (over: unknown) => {
              // Who is told so renews a token of ours: others' requests are no reason to keep them from it.
              if (!isExpired(refusal)) await refuseSlowly(over);
            });
            throw refusal;
          },
        );
        const answer = async () => {
          gone.throwIfAborted();
          await spend({ who, address, gone });
          const input = {
            params: validated('params', call.params, request.params),
            query: validated('query', call.query, joinLists(request.query)),
            body: validated('body', call.body, request.body),
          };
          const work = async () => {
            const set: Record<string, string | string[]> = {};
            const setHeader = (name: string, value: string | string[]) => void (set[name] = value);
            const text = bodyText(request);
            const file = async (lost?: AbortSignal) =>
              await readUpload(request.body, call.fileBytes ?? 0, lost);
            return { data: await handle({ who, header, setHeader, text, file, ...input }), set };
          };
          const named = { path: call.path, who, body: input.body, header };
          const changes = call.method === 'POST' && !onlyReads;
          const answered = await (changes ? answeredOnce(named, work) : work());
          const more = costs?.(answered.data, input.body) ?? 0;
          // It has been answered: the next one is refused.
          if (more > 0) await spend({ who, address }, more).catch(() => undefined);
          return answered;
        };
        const inTurn = costs ? costly : turns;
        const answered = async () => await answer().catch(refuseSlowly);
        const { data, set } = await (who.asker ? inTurn(who.asker.userId, answered, gone) : answered());
        void reply.headers(set);
        if (checkAnswers) requireAnswer(call.path, call.data, data);
        if (isSharedAnswer(data)) return await sendSharedAnswer(request, reply, data);
        return { ...success(data), ...beside?.(data, who) };
      },
    };
    if (call.fileBytes === undefined) app.route(options);
    else
      void app.register((scope, _options, done) => {
        leaveBodiesUnparsed(scope);
        scope.route(options);
        done();
      });
  }
}

/** Aborted when whoever asked goes away before the answer; the request itself is closed as soon as its body is read. */
function hangUpOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) gone.abort(statusRefusal(codes.badRequest, 'The request was cut'));
  });
  return gone.signal;
}

function isExpired(refusal: unknown): boolean {
  return refusal instanceof Refusal && (refusal.data as UnauthorizedData | null)?.reason === 'expired';
}

function requireAnswer(path: string, schema: z.ZodMiniType, data: unknown): void {
  const parsed = z.safeParse(schema, data);
  if (!parsed.success)
    throw new Error(`${path} answers what its schema refuses: ${z.prettifyError(parsed.error)}`);
}

type Part = 'params' | 'query' | 'body';

/** A Refusal 400 names the first thing wrong, as in `body.orderItems.0.quantity: …`; its path is `data.path`. */
function validated(part: Part, schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const path = [part, ...issue.path.map(String)].join('.');
  throw statusRefusal(codes.badRequest, `${path}: ${issue.message}`, { path });
}
