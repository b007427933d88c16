import { createHash } from 'node:crypto';
import { headers } from '#contract/http/headers.ts';
import { Refusal } from './route.ts';
import type { Who } from './who.ts';

/** How long the answer to a POST is remembered, ms: a browser sends it again as soon as its socket is cut. */
const rememberedMs = 60_000;
/** So many answers at most, and of one asker: their older ones make room, not somebody else's. */
const most = 1_000;
const mostOfAsker = 30;
const longestKey = 128;

/** A POST as its sender named it. */
export interface NamedRequest {
  readonly path: string;
  readonly who: Who;
  readonly body: unknown;
  header(name: string): string | undefined;
}

/**
 * A POST that comes twice under one `Idempotency-Key` is answered once (CX3): from the same asker, of the same address
 * where nobody is known, with the same body. What names its own attempts (events E6, placements O2) is told apart by
 * those, also by another process and after a restart. A failure that is no refusal is forgotten.
 */
export function createIdempotentPosts(now: () => number) {
  const answers = new Map<
    string,
    { readonly at: number; readonly asker: string | undefined; readonly answer: Promise<unknown> }
  >();
  /** The names of each asker's answers, the oldest first. */
  const askers = new Map<string, Set<string>>();

  return <Answer>(request: NamedRequest, work: () => Promise<Answer>): Promise<Answer> => {
    const name = nameOf(request);
    if (name === undefined) return work();
    forgetOld();
    const known = answers.get(name);
    if (known) return known.answer as Promise<Answer>;
    const answer = work();
    remember(name, askerOf(request.who), answer);
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
    if (own.size > mostOfAsker) forget(oldest!);
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
      if (now() - at < rememberedMs && answers.size < most) return;
      forget(name);
    }
  }
}

/** undefined: nobody is known, and many may come from one address. */
function askerOf({ asker, staff }: Who): string | undefined {
  return asker ? `${asker.merchantId}/${asker.userId}` : staff?.key;
}

function nameOf({ path, who, body, header }: NamedRequest): string | undefined {
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
