/**
 * Sends the staff's actions on orders, one after the other. Without a network they wait on the device, also over a
 * restart of the page, and go out in order once the server can be reached.
 *
 *     tap ──► sent ──► done                                       no network ──► waits ──► sent ──► done
 *               └────► refused: the sheet or the bar says why                               └────► refused: listed with
 *                                                                                                  its time and reason
 *
 * Invariants:
 * - The id of an action is created at the tap. The server does an action once, however often it arrives.
 * - An action that waited is never lost silently: it is done, or listed until somebody has read it, or canceled.
 */
import { onlineManager, useMutationState, type Mutation, type QueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#contract/http/call.ts';
import { actOnOrder, orderAtTable, type OrderAct } from '#contract/calls/service.ts';
import { ApiError } from '#client/api/api-error.ts';
import { request } from '#client/api/call/request.ts';
import { createValue, useValue } from '#client/values/value.ts';
import { localValue } from '#client/values/web-storage.ts';
import { formatMoney } from '#projections/bill/format-money.ts';
import { getPathLanguage } from '#ui/routes/routes.ts';
import { notifyDone, notifyRefused } from '../acts/last-act.ts';
import { describeActFailure, readRefusal } from '../acts/refusals.ts';
import { watchReachable } from './reach.ts';
import { cacheOrder, refreshStaff } from './staff-queries.ts';

/** An action on an order, or a dish that is added to a table. */
export type ActBody = OrderAct | BodyOf<typeof orderAtTable>;

/** An action that was sent or waits. It is stored, so it holds only data. */
export interface QueuedAct {
  readonly body: ActBody;
  /** What the bar says once it is done. */
  readonly says: string;
  /** The time of the tap, ms since 1970. */
  readonly at: number;
  /** ISO 4217 */
  readonly currency: string;
  /** Whether it was tapped without a connection. */
  readonly isLater: boolean;
}

export const actKey = ['staff', 'act'] as const;

/** The sheet that waits for an action. It is called even if its component was unmounted meanwhile. */
interface Watcher {
  onDone(): void;
  onError(error: Error): void;
}

/** By the id of the action. After a restart of the page no sheet waits. */
const watchers = new Map<string, Watcher>();

export function watchAct(actId: string, watcher: Watcher): void {
  watchers.set(actId, watcher);
}

type Sent = Awaited<ReturnType<typeof sendAct>>;
type ActMutation = Mutation<Sent, Error, QueuedAct>;

/** A refusal that comes later than this after the tap is listed, too, because the person looks elsewhere, ms. */
const lateMs = 5_000;
/** How often a request without an answer is repeated before the action counts as refused. */
const mostRetries = 4;

export function setUpActQueue(queries: QueryClient): void {
  onlineManager.setEventListener((setOnline) => watchReachable(setOnline));
  queries.setMutationDefaults<Sent, Error, QueuedAct>(actKey, {
    networkMode: 'online',
    scope: { id: 'staff-acts' },
    // Not `requireReach`: these actions wait.
    onMutate: undefined,
    retry: (failures, error) =>
      error instanceof ApiError && error.failure.kind === 'network' && failures < mostRetries,
    mutationFn: sendAct,
    onSuccess: (sent, act) => {
      showDone(queries, sent, act);
      watchers.get(act.body.actId)?.onDone();
    },
    onError: (error, act) => {
      const { body, says, at, currency, isLater } = act;
      const watcher = watchers.get(body.actId);
      const { reason, approvers = [], isOwners = false } = readRefusal(error) ?? {};
      const language = getPathLanguage(location.pathname);
      const why = describeActFailure(error, (amount) => formatMoney(amount, currency, language));
      if (isLater || Date.now() - at > lateMs) addNotDone({ says, at, why });
      else if (reason === 'needsApproval')
        approvalWanted.next({ act, approvers, isOwners, onDone: watcher?.onDone });
      else if (!watcher) notifyRefused(why);
      watcher?.onError(error);
    },
    onSettled: (_sent, _error, { body }) => {
      watchers.delete(body.actId);
      return refreshStaff(queries);
    },
  });
}

/** Shows a completed action, with the way to undo it. */
export function showDone(queries: QueryClient, { order, undoUntil }: Sent, { body, says }: QueuedAct): void {
  if (undoUntil === null) notifyDone(says);
  else notifyDone(says, { orderId: order.id, actId: body.actId }, undoUntil);
  cacheOrder(queries, order);
}

/** An action that waits for the PIN of an owner or a manager. */
export interface WantedApproval {
  readonly act: QueuedAct;
  readonly approvers: readonly { readonly id: string; readonly name: string }[];
  /** Managers may not approve it. */
  readonly isOwners: boolean;
  readonly onDone: (() => void) | undefined;
}

const approvalWanted = createValue<WantedApproval | undefined>(undefined);

export function useWantedApproval(): WantedApproval | undefined {
  return useValue(approvalWanted);
}

/** Called when the action was done, or when nobody wants to approve it. */
export function endApproval(): void {
  approvalWanted.next(undefined);
}

export async function sendAct({ body }: Pick<QueuedAct, 'body'>) {
  return 'tableId' in body ? await request(orderAtTable, { body }) : await request(actOnOrder, { body });
}

/** Whether the same action is under way or waits already, for example because a button was tapped again. */
export function isUnderWay(queries: QueryClient, { body }: Pick<QueuedAct, 'body'>): boolean {
  // An undo has the id of the action that it undoes.
  const isUndo = (each: ActBody) => 'type' in each && each.type === 'takenBack';
  const serialiseContent = (each: ActBody) => JSON.stringify(isUndo(each) ? each : { ...each, actId: '' });
  const unfinished = queries.getMutationCache().findAll({ mutationKey: actKey, status: 'pending' });
  return (unfinished as ActMutation[]).some(
    ({ state }) => serialiseContent(state.variables!.body) === serialiseContent(body),
  );
}

function listWaiting(queries: QueryClient): ActMutation[] {
  const filter = {
    mutationKey: actKey,
    predicate: ({ state }: { state: { isPaused: boolean } }) => state.isPaused,
  };
  return queries.getMutationCache().findAll(filter) as ActMutation[];
}

/** Lists the actions that wait for the network, oldest first. */
export function useWaitingActs(): readonly QueuedAct[] {
  return useMutationState({
    filters: {
      mutationKey: actKey,
      predicate: ({ state }) => state.isPaused && state.variables !== undefined,
    },
    select: ({ state }) => state.variables as QueuedAct,
  });
}

/** Takes a waiting action out of the queue. */
export function cancelAct(queries: QueryClient, act: QueuedAct): void {
  const waiting = listWaiting(queries).find(({ state }) => state.variables?.body.actId === act.body.actId);
  if (waiting) queries.getMutationCache().remove(waiting);
}

/** An action that waited and was then refused. */
export interface NotDone extends Pick<QueuedAct, 'says' | 'at'> {
  readonly why: string;
}

const notDoneKey = 'staff-not-done';
const notDone = createValue<readonly NotDone[]>(readNotDone());

function readNotDone(): readonly NotDone[] {
  const stored = localValue.json(notDoneKey);
  return Array.isArray(stored) ? (stored as NotDone[]) : [];
}

function addNotDone(act: NotDone): void {
  setNotDone([...notDone.value, act]);
}

function setNotDone(acts: readonly NotDone[]): void {
  notDone.next(acts);
  localValue.set(notDoneKey, acts.length === 0 ? undefined : JSON.stringify(acts));
}

export function useNotDone(): readonly NotDone[] {
  return useValue(notDone);
}

/** Called when somebody has read the list. */
export function clearNotDone(): void {
  setNotDone([]);
}
