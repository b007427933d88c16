import type { FastifyInstance, FastifyReply, RouteOptions } from 'fastify';
import * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import { createSuccess } from '#contract/http/call.ts';
import type { UnauthorizedData } from '#contract/calls/token.ts';
import { getBodyText } from '../http-app.ts';
import { createHeaderReader } from '../header-reader.ts';
import { createIdempotentPosts } from './idempotent-posts.ts';
import { isSharedAnswer, sendSharedAnswer } from './shared-answers.ts';
import { joinLists } from './query-lists.ts';
import { ownLimiters, type Limiters } from './limiters.ts';
import { createBudgets } from './rate-limits.ts';
import { refuseSlowly } from './refuse-slowly.ts';
import { readIdsOutsideHeaders, type IdName } from './ids-outside-headers.ts';
import { leaveBodiesUnparsed, readUpload } from './read-upload.ts';
import { Refusal, createStatusRefusal, type Route } from './route.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import type { Identify } from './who.ts';

// Without a locale, zod/mini reports every problem as "Invalid input".
z.config(z.locales.en());

interface RegisterOptions {
  /** Fails a call whose answer does not match its schema. For tests and development. */
  readonly checkAnswers?: boolean;
  /** The limit of one diner; 0: unlimited. */
  readonly requestsPerMinute?: number;
  /** Default: this process counts alone. */
  readonly limiters?: Limiters;
  /** In ms. Default: the system's clock. */
  readonly now?: () => number;
}

/**
 * Mounts the routes. Every request takes these steps, so a handler gets only valid and allowed requests:
 *
 *     identify the caller ──► wait for a place of the caller ──► spend the budgets ──► validate params, query, body
 *       ──► handle, or answer a repeated POST from memory ──► charge expensive answers ──► send in the envelope
 */
export function registerRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  identify: Identify,
  {
    checkAnswers = false,
    requestsPerMinute = 0,
    limiters = ownLimiters,
    now = Date.now,
  }: RegisterOptions = {},
): void {
  const answerOnce = createIdempotentPosts(now);
  const budgets = createBudgets(limiters, requestsPerMinute);
  const limitCalls = createConcurrencyLimit(3);
  /** For calls with `costs`, such as those of the cart. A phone sends these one after the other. */
  const limitCostlyCalls = createConcurrencyLimit(1);
  for (const { call, need, handle, beside, costs, apart, onlyReads } of routes) {
    const spend = apart === undefined ? budgets.general : budgets.apart(call.path, apart);
    const options: RouteOptions = {
      method: call.method,
      url: call.path,
      exposeHeadRoute: false,
      config: { fileTypes: call.fileTypes },
      handler: async (request, reply) => {
        const header = createHeaderReader(request);
        const address = request.ip;
        const gone = createHangUpSignal(reply);
        const readOtherIds = (name: IdName) => readIdsOutsideHeaders(request, name);
        const who = await identify(need, { header, readOtherIds, address }).catch(
          async (refusal: unknown) => {
            await spend({ address, gone }).catch(async (tooMany: unknown) => {
              // The phone renews an expired token. Other callers of its address must not keep it from that.
              if (!isExpired(refusal)) await refuseSlowly(tooMany);
            });
            throw refusal;
          },
        );
        const answer = async () => {
          gone.throwIfAborted();
          await spend({ who, address, gone });
          const input = {
            params: validate('params', call.params, request.params),
            query: validate('query', call.query, joinLists(request.query)),
            body: validate('body', call.body, request.body),
          };
          const runHandler = async () => {
            const set: Record<string, string | string[]> = {};
            const setHeader = (name: string, value: string | string[]) => void (set[name] = value);
            const text = getBodyText(request);
            const readFile = async (lost?: AbortSignal) =>
              await readUpload(request.body, call.fileBytes ?? 0, lost);
            return { data: await handle({ who, header, setHeader, text, readFile, ...input }), set };
          };
          const named = { path: call.path, who, body: input.body, header };
          const changes = call.method === 'POST' && !onlyReads;
          const answered = await (changes ? answerOnce(named, runHandler) : runHandler());
          const more = costs?.(answered.data, input.body) ?? 0;
          // This call has been answered, so only the next one can be refused.
          if (more > 0) await spend({ who, address }, more).catch(() => undefined);
          return answered;
        };
        const limit = costs ? limitCostlyCalls : limitCalls;
        const answerOrRefuse = async () => await answer().catch(refuseSlowly);
        const { data, set } = await (who.asker
          ? limit(who.asker.userId, answerOrRefuse, gone)
          : answerOrRefuse());
        void reply.headers(set);
        if (checkAnswers) requireAnswer(call.path, call.data, data);
        if (isSharedAnswer(data)) return await sendSharedAnswer(request, reply, data);
        return { ...createSuccess(data), ...beside?.(data, who) };
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

/** Returns a signal that is aborted when the caller disconnects before the answer. */
function createHangUpSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  // The request itself does not tell: it closes as soon as its body is read.
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded)
      gone.abort(createStatusRefusal(codes.badRequest, 'The caller disconnected'));
  });
  return gone.signal;
}

function isExpired(refusal: unknown): boolean {
  return refusal instanceof Refusal && (refusal.data as UnauthorizedData | null)?.reason === 'expired';
}

function requireAnswer(path: string, schema: z.ZodMiniType, data: unknown): void {
  const parsed = z.safeParse(schema, data);
  if (!parsed.success)
    throw new Error(`${path}: the answer does not match its schema: ${z.prettifyError(parsed.error)}`);
}

type Part = 'params' | 'query' | 'body';

/**
 * Validates a part of the request. Throws a Refusal 400 that names the first problem, e.g.
 * `body.orderItems.0.quantity: …`, with the path in `data.path`.
 */
function validate(part: Part, schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const path = [part, ...issue.path.map(String)].join('.');
  throw createStatusRefusal(codes.badRequest, `${path}: ${issue.message}`, { path });
}
