import { createHash } from 'node:crypto';
import { headers } from '#contract/http/headers.ts';
import { Refusal } from './route.ts';
import type { Who } from './who.ts';

/** How long an answer is remembered, in ms. Browsers repeat a POST as soon as their connection breaks. */
const rememberedMs = 60_000;
/** The maximum number of answers, in total and for one caller. A caller's own older answers make room first. */
const maxAnswers = 1_000;
const maxAnswersOfAsker = 30;
const longestKey = 128;

/** A POST, as far as it identifies itself. */
export interface NamedRequest {
  readonly path: string;
  readonly who: Who;
  readonly body: unknown;
  header(name: string): string | undefined;
}

/**
 * Answers a repeated POST with the first answer, without doing its work again.
 *
 * A POST is repeated if its `Idempotency-Key`, caller, table, path and body are the same. An unknown caller is identified
 * by the address. Calls with events or a placement id are exempt: those ids are in the database, so they also work in
 * other processes and after a restart. A failure that is not a refusal is forgotten, so that the phone can try again.
 */
export function createIdempotentPosts(now: () => number) {
  const answers = new Map<
    string,
    { readonly at: number; readonly asker: string | undefined; readonly answer: Promise<unknown> }
  >();
  /** The hashes of each caller's answers, oldest first. */
  const askers = new Map<string, Set<string>>();

  return <Answer>(request: NamedRequest, work: () => Promise<Answer>): Promise<Answer> => {
    const name = hashRequest(request);
    if (name === undefined) return work();
    forgetOld();
    const known = answers.get(name);
    if (known) return known.answer as Promise<Answer>;
    const answer = work();
    remember(name, findAsker(request.who), answer);
    answer.catch((error: unknown) => {
      if (!(error instanceof Refusal)) forget(name);
    });
    return answer;
  };

  function remember(name: string, asker: string | undefined, answer: Promise<unknown>): void {
    answers.set(name, { at: now(), asker, answer });
    if (asker === undefined) return;
    const own = askers.get(asker) ?? new Set();
    askers.set(asker, own.add(name));
    const [oldest] = own;
    if (own.size > maxAnswersOfAsker) forget(oldest!);
  }

  function forget(name: string): void {
    const asker = answers.get(name)?.asker;
    answers.delete(name);
    if (asker === undefined) return;
    const own = askers.get(asker);
    if (own?.delete(name) && own.size === 0) askers.delete(asker);
  }

  function forgetOld(): void {
    for (const [name, { at }] of answers) {
      if (now() - at < rememberedMs && answers.size < maxAnswers) return;
      forget(name);
    }
  }
}

/** Returns undefined for an unknown caller. Many diners may share one address, so it gets no limit of its own. */
function findAsker({ asker, staff }: Who): string | undefined {
  return asker ? `${asker.merchantId}/${asker.userId}` : staff?.key;
}

function hashRequest({ path, who, body, header }: NamedRequest): string | undefined {
  const key = header(headers.idempotencyKey);
  if (key === undefined || key.length > longestKey || hasOwnName(body)) return undefined;
  const { asker: diner, staff, address } = who;
  const asker = diner ? [diner.merchantId, diner.userId] : [staff?.key ?? address];
  const parts = [path, ...asker, header(headers.tableId), key, body];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}

function hasOwnName(body: unknown): boolean {
  return typeof body === 'object' && body !== null && ('events' in body || 'placementId' in body);
}
