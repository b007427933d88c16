/** The addresses that printers ask. They speak their makers' protocols and are no calls of the contract. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { codes } from '#contract/codes.ts';
import type { PrinterWay } from '#contract/calls/printers.ts';
import type { LimiterDeps } from '#server/platform/http/routes/limiters.ts';
import { createBudget } from '#server/platform/http/routes/rate-limits.ts';
import type { PrintDeps } from '#server/service/kitchen/queue/finish-job.ts';
import { readEpsonResults, writeEpsonJob } from './epson-printer.ts';
import { composePollPath } from './poll-secret.ts';
import {
  confirmJob,
  fetchJob,
  findAskingPrinter,
  findNextToken,
  recordAsked,
  type AskingPrinter,
} from './polled-jobs.ts';
import { readStarCode, readStarQuestion, listStarTypes, writeStarJob } from './star-printer.ts';

/** Of one printer. It asks every few seconds, and needs three requests for a ticket. */
const requestsPerMinute = 240;
/** Of one address. Several printers may share it, so only wrong secrets count. */
const wrongSecretsPerMinute = 30;
const longestBody = 64 * 1024;

type Asked = FastifyRequest<{
  Params: { secret: string };
  Querystring: Readonly<Record<string, string | undefined>>;
  Body: string | undefined;
}>;

export function servePolledPrinters(app: FastifyInstance, deps: PrintDeps & LimiterDeps): void {
  const requests = createBudget(deps.limiters, 'printerRequests', requestsPerMinute);
  const wrongSecrets = createBudget(deps.limiters, 'printerSecrets', wrongSecretsPerMinute);

  /** Answers a printer with the right secret. */
  const answer =
    (
      way: PrinterWay,
      handle: (asking: AskingPrinter, request: Asked, reply: FastifyReply) => Promise<unknown>,
    ) =>
    async (request: Asked, reply: FastifyReply) => {
      void reply.header('Cache-Control', 'no-store');
      await wrongSecrets.requireRoom(request.ip);
      const asking = await findAskingPrinter(deps, way, request.params.secret);
      if (!asking) {
        await wrongSecrets.count(request.ip);
        return await reply.code(codes.notFound).type('text/plain').send('unknown');
      }
      await requests.spend(asking.printer.id);
      return await handle(asking, request, reply);
    };

  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: longestBody },
      (_request, body, parsed) => {
        parsed(null, body);
      },
    );
    const star = composePollPath('star', ':secret');
    scope.post(
      star,
      answer('star', async (asking, request, reply) => await answerStar(deps, asking, request, reply)),
    );
    // A HEAD request would fetch a job, too.
    scope.get(
      star,
      { exposeHeadRoute: false },
      answer('star', async (asking, request, reply) =>
        'delete' in request.query
          ? await confirmStar(deps, asking, request, reply)
          : await sendStarJob(deps, asking, request, reply),
      ),
    );
    scope.delete(
      star,
      answer('star', async (asking, request, reply) => await confirmStar(deps, asking, request, reply)),
    );
    scope.post(
      composePollPath('epson', ':secret'),
      answer('epson', async (asking, request, reply) => await answerEpson(deps, asking, request, reply)),
    );
    done();
  });
}

async function answerStar(deps: PrintDeps, asking: AskingPrinter, { body = '' }: Asked, reply: FastifyReply) {
  const question = readStarQuestion(body);
  if (!question) return await reply.code(codes.badRequest).type('text/plain').send('not a question');
  await recordAsked(deps, asking, question.problem);
  const token = question.isPrinting ? undefined : await findNextToken(deps, asking);
  return await reply
    .type('application/json')
    .send(
      token === undefined
        ? { jobReady: false }
        : { jobReady: true, mediaTypes: listStarTypes(), jobToken: token },
    );
}

async function sendStarJob(deps: PrintDeps, asking: AskingPrinter, { query }: Asked, reply: FastifyReply) {
  const { type = '', token } = query;
  if (!listStarTypes().includes(type)) return await reply.code(415).type('text/plain').send('unknown type');
  const job = await fetchJob(deps, asking, token);
  if (!job) return await reply.code(codes.notFound).type('text/plain').send('no job');
  const { body, headers } = await writeStarJob(job.paper, asking.printer.columns, type);
  return await reply.headers(headers).send(body);
}

async function confirmStar(deps: PrintDeps, asking: AskingPrinter, { query }: Asked, reply: FastifyReply) {
  const { token, code = '' } = query;
  if (token !== undefined) await confirmJob(deps, asking, { token, problem: readStarCode(code) });
  return await reply.type('text/plain').send('');
}

async function answerEpson(
  deps: PrintDeps,
  asking: AskingPrinter,
  { body = '' }: Asked,
  reply: FastifyReply,
) {
  const form = new URLSearchParams(body);
  void reply.type('text/xml; charset=utf-8');
  switch (form.get('ConnectionType')) {
    case 'GetRequest': {
      await recordAsked(deps, asking, undefined);
      const job = await fetchJob(deps, asking);
      return await reply.send(job ? await writeEpsonJob(job.paper, asking.printer.columns, job.token) : '');
    }
    case 'SetResponse':
      for (const result of readEpsonResults(form.get('ResponseFile') ?? ''))
        await confirmJob(deps, asking, result);
      return await reply.send('');
    default:
      return await reply.code(codes.badRequest).send('');
  }
}
