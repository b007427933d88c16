import type { Help, HelpCallData } from '#contract/calls/help.ts';
import { helpKinds, type HelpKind } from '#events/fulfilment/help-kinds.ts';
import { codes } from '#contract/codes.ts';
import { takeBackMs } from '#contract/limits.ts';
import type { Act, Actor } from '#events/fulfilment/service-event.ts';
import { filterCurrentCalls, listHelpCalls, type HelpCall } from '#projections/service/help-calls.ts';
import { Refusal, createStatusRefusal, createTableRefusal } from '#server/platform/http/routes/route.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { runInTransaction, lockSession, type Db, type Trx } from '#server/platform/store/transactions.ts';
import { findTableAct } from './tables/table-acts.ts';
import { isStaffPresent } from './staff-presence.ts';
import { appendFulfilment, readFulfilmentOfTables } from '#server/ordering/fulfilment-log.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';

interface Deps extends SubscriberDeps {
  readonly db: Db;
  readonly clock: Clock;
}

interface Place {
  readonly id: string;
  readonly merchantId: string;
}

/** Returns the present calls of sessions, by session id. */
export async function readCallsOfSessions(
  db: Db,
  sessionIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, HelpCallData[]>> {
  const events = await readFulfilmentOfTables(db, sessionIds);
  return new Map(
    [...events].map(([id, all]) => [id, filterCurrentCalls(listHelpCalls(all), now).map(toCallData)]),
  );
}

/** Returns the calls of one session, and whether staff are present to see a new call. */
export async function readHelp(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, merchantId }: Place,
): Promise<Help> {
  const now = clock.now();
  const [offered, calls] = await Promise.all([
    isStaffPresent(db, merchantId, now),
    readCallsOfSessions(db, [id], now),
  ]);
  return { offered, calls: calls.get(id) ?? [] };
}

/**
 * Calls the staff.
 * @returns whether this is a new call; false if the table already calls for the same
 * @throws Refusal 400 if `share` is not a diner of the session
 */
export async function askForHelp(
  deps: Deps,
  session: Place,
  { by, helpId, kind, share }: { by: Actor; helpId: string; kind: HelpKind; share?: string | undefined },
): Promise<boolean> {
  return await changeCalls(deps, session.id, async (calls, now, trx) => {
    if (share !== undefined) await requireDiner(trx, session.id, share);
    const isAsked = filterCurrentCalls(calls, now).some(
      (call) => call.kind === kind && call.share === share && !call.answer,
    );
    if (isAsked || calls.some((call) => call.helpId === helpId)) return undefined;
    return { actId: helpId, by, act: { type: 'helpAsked', helpId, kind, ...(share && { share }) } };
  });
}

/** Withdraws a call. Any diner of the table may do it. @returns whether it changed anything */
export async function withdrawCall(deps: Deps, session: Place, by: Actor, helpId: string): Promise<boolean> {
  return await changeCalls(deps, session.id, (calls) => {
    if (!calls.some((call) => call.helpId === helpId)) return undefined;
    return { actId: `${helpId}-withdrawn`, by, act: { type: 'helpWithdrawn', helpId } };
  });
}

interface Answer {
  readonly by: Actor;
  readonly sessionId: string;
  readonly helpId: string;
  readonly actId?: string | undefined;
}

/**
 * Marks a call as answered. A second answer has no effect.
 * @returns whether it changed anything, and until when this act can be undone
 * @throws Refusal 404 for an unknown call
 */
export async function answerCall(
  deps: Deps,
  merchantId: string,
  { by, sessionId, helpId, actId }: Answer,
): Promise<{ readonly isNew: boolean; readonly undoUntil: number | null }> {
  const session = await deps.db
    .selectFrom('table_sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  const unknownCall = new Refusal(codes.notFound, getServerTexts('tables.callWithdrawn'));
  if (!session) throw unknownCall;
  const isNew = await changeCalls(deps, sessionId, (calls) => {
    const call = calls.find((each) => each.helpId === helpId);
    if (!call) throw unknownCall;
    if (call.answer) return undefined;
    return { actId: actId ?? `${helpId}-answered`, by, act: { type: 'helpAnswered', helpId } };
  });
  const done =
    actId === undefined ? undefined : await findTableAct(deps.db, sessionId, actId, ['helpAnswered']);
  return { isNew, undoUntil: done ? done.at + takeBackMs : null };
}

interface Change {
  readonly actId: string;
  readonly by: Actor;
  readonly act: Act;
}

async function changeCalls(
  { db, clock, subscribers }: Deps,
  sessionId: string,
  decide: (
    calls: readonly HelpCall[],
    now: number,
    trx: Trx,
  ) => Promise<Change | undefined> | Change | undefined,
): Promise<boolean> {
  return await runInTransaction(db, async (trx) => {
    const session = await lockSession(trx, sessionId);
    if (!session || session.closed_at !== null) throw createTableRefusal();
    const now = clock.now();
    const change = await decide(await readCalls(trx, sessionId), now, trx);
    if (!change) return false;
    await appendFulfilment(trx, sessionId, { ...change, at: now });
    const { merchant_id: merchantId } = session;
    const { act } = change;
    const kind = act.type === 'helpAsked' ? helpKinds.find((each) => each === act.kind) : undefined;
    if (kind) await subscribers.record(trx, 'helpAsked', { merchantId, sessionId, kind, at: now });
    await subscribers.record(trx, 'helpChanged', { merchantId, sessionId });
    return true;
  });
}

/** Diners who have left are allowed, too, because they may have a share of the bill. */
async function requireDiner(trx: Trx, sessionId: string, userId: string): Promise<void> {
  const member = await trx
    .selectFrom('session_members')
    .select('user_id')
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!member)
    throw createStatusRefusal(codes.badRequest, 'body.share: not a diner of this table', {
      path: 'body.share',
    });
}

async function readCalls(db: Db | Trx, sessionId: string): Promise<readonly HelpCall[]> {
  const events = await readFulfilmentOfTables(db, [sessionId]);
  return listHelpCalls(events.get(sessionId) ?? []);
}

function toCallData({ helpId, kind, share, by, askedAt, answer: answered }: HelpCall): HelpCallData {
  return {
    helpId,
    kind,
    share: share ?? null,
    userId: by.userId ?? null,
    userName: by.name,
    askedAt,
    answeredAt: answered?.at ?? null,
    answeredBy: answered?.by.name ?? '',
  };
}
