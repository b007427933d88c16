/**
 * Coordinates the diner's tabs at one table. One tab leads: it sends for all and holds the connection to the group.
 *
 *   other tab                                      leading tab
 *   event on disk ─── `pending`: events ─────────► `theirs` ──► outbox ──► server
 *   applies them  ◄── `learnt`: new records ────── answer
 *   offers events ◄── `lead`: what do you have? ── becomes the leader, or an order or a login waits
 *
 * Invariants:
 * - Events of another tab are in `theirs`, not in the leader's log, until the server has accepted them.
 * - The tab that receives records first posts them. A tab that got them from another tab does not post them again.
 * - The leader sends its own events only from its own log, because there it knows whether they are on disk.
 *
 * Example: tab B leads and tab A adds tea as `ra:1`. Once `ra:1` is on disk, A posts it as `pending`. B sends it, the
 * server accepts it, and B posts the acceptance. B also publishes the message to the table.
 */
import type { Knowledge } from '#events/records/log.ts';
import type { LogRecord, Snapshot } from '#events/records/records.ts';
import { hasAllEvents } from '#events/log/version-vector.ts';
import { requestCatchUp, requestRestart } from './catch-up-requests.ts';
import { chooseProtocol, chooseSnapshotReader, getSnapshotParts } from '../protocols/registry.ts';
import { findNewestVersion } from '../log/covered.ts';
import { listSendable } from '../log/disk.ts';
import { applyRecords } from '../log/knowledge.ts';
import { listNewDecisions } from '../log/missing-records.ts';
import type { TabMessage } from '../ports/tab-message.ts';
import type { PhoneState } from '../state/phone-state.ts';
import { scheduleHint } from './peers.ts';
import { removeDecided } from './table.ts';
import { change, postToTabs, getView, type StepContext } from '../state/step-context.ts';

/** How long the leader waits for another tab to write an event to the disk and to offer it, ms. */
const answerMs = 500;

/** Makes this tab the leader, or ends its lead. A new leader asks the other tabs for their events. */
export function setLeading(context: StepContext, leads: boolean): void {
  change(context, 'tabs', { leads, ...(!leads && { theirs: new Map() }) });
  if (!leads) {
    getSnapshotParts()?.dropPrepared(context);
    return offerEvents(context);
  }
  postToTabs(context, { kind: 'lead' });
  // The earlier leader may have numbered a cart like the newest one here. The next number must exceed both.
  const { catchUp, knowledge } = context.state;
  change(context, 'catchUp', { above: Math.max(catchUp.above, findNewestVersion(knowledge.log) + 1) });
  requestCatchUp(context);
}

/** Asks the other tabs for events to send. An order and a login wait for their answers. */
export function askOtherTabs(context: StepContext): void {
  if (!context.state.tabs.leads) return;
  postToTabs(context, { kind: 'lead' });
  change(context, 'tabs', { answerBy: context.moment.uptime + answerMs });
}

/** Whether neither this tab nor another one has an event without an answer. @param uptime ms */
export function hasNothingToSend({ knowledge, tabs }: PhoneState, uptime: number): boolean {
  const haveAnswered = tabs.answerBy === undefined || uptime >= tabs.answerBy;
  return haveAnswered && knowledge.log.pending.size === 0 && tabs.theirs.size === 0;
}

/** Returns when the other tabs have had their time to answer, ms of uptime. */
export function findNextTabsTime({ tabs }: PhoneState): number {
  return tabs.answerBy ?? Infinity;
}

/** Handles a message of another tab. */
export function receiveTabMessage(context: StepContext, message: TabMessage): void {
  switch (message.kind) {
    case 'lead':
      chooseProtocol(context.state).askLeader?.(context);
      return offerEvents(context);
    case 'stuck':
      if (!context.state.tabs.leads) requestRestart(context, 'stuck');
      return;
    case 'pending':
      if (context.state.tabs.leads) receivePending(context, message);
      return;
    case 'learnt': {
      const parts = getSnapshotParts();
      const { records: all } = message;
      const records = context.state.tabs.leads ? (parts?.removeServerCarts(context, all) ?? all) : all;
      applyRecords(context, listNewRecords(records, context.state.knowledge.log));
      parts?.checkServerCarts(context, records);
      if (getView(context.state).blocked.length > 0) requestCatchUp(context);
      return;
    }
    case 'hint':
      return scheduleHint(context, message.known, message.digest);
    case 'publish':
      // The leader publishes the message. `client/tabs/leader-group.ts` does that without the engine.
      return;
    default:
      getSnapshotParts()?.receiveTabMessage(context, message);
  }
}

/** Offers events to the leader, once a batch with them is on disk or the log has restarted. */
export function offerNewEvents(context: StepContext): void {
  const hasStartedAgain = context.before.catchUp.restart !== undefined && !context.state.catchUp.restart;
  if (hasStartedAgain || context.state.disk.batches.length < context.before.disk.batches.length)
    offerEvents(context);
}

/** Posts records that this tab received first to the other tabs. */
export function postNewRecords(context: StepContext, isFromTab: boolean): void {
  getSnapshotParts()?.postNewUnread(context);
  if (context.applied.length === 0) return;
  awaitSuccessors(context);
  removeDecided(context, context.applied);
  if (isFromTab) return;
  const { local } = context.state.knowledge.log;
  // This tab alone rejected these events. The other tabs never had them.
  const isConclusion = (record: LogRecord) =>
    record.from === 'local' && 'rejected' in record && record.rejected.ids.every((id) => local.has(id));
  const records = context.applied.filter((record) => !isConclusion(record));
  postToTabs(context, { kind: 'learnt', records });
}

/** Waits for the tab whose event was rejected, because it may create the event again. */
function awaitSuccessors(context: StepContext): void {
  const { theirs } = context.state.tabs;
  if (
    context.applied.some((record) => 'rejected' in record && record.rejected.ids.some((id) => theirs.has(id)))
  )
    change(context, 'tabs', { answerBy: context.moment.uptime + answerMs });
}

/** Makes the other tabs restart, too. The `seen` of their events may name events that the restart removed here. */
export function postStuck(context: StepContext): void {
  if (!context.state.tabs.leads) return;
  change(context, 'tabs', { theirs: new Map(), answerBy: context.moment.uptime + answerMs });
  postToTabs(context, { kind: 'stuck' });
}

function offerEvents(context: StepContext): void {
  if (context.state.tabs.leads) return;
  const { entries } = context.state.knowledge.log;
  const events = listSendable(context.state).flatMap((id) => entries.get(id)?.event ?? []);
  if (events.length > 0) postToTabs(context, { kind: 'pending', events });
}

function receivePending(context: StepContext, { events }: Extract<TabMessage, { kind: 'pending' }>): void {
  const { log, writer } = context.state.knowledge;
  // The other tab missed the server's decision, perhaps because it opened later.
  const decided = events.flatMap(({ id }) => findDecision(log, id, context.moment.now));
  if (decided.length > 0) postToTabs(context, { kind: 'learnt', records: decided });
  // This tab sends its own events from its log, once they are on disk.
  const isOwn = (id: string) => log.local.has(id) || id.startsWith(`${writer.replicaId}:`);
  const open = events.filter(({ id }) => !log.accepted.has(id) && !log.rejected.has(id) && !isOwn(id));
  const theirs = new Map([...context.state.tabs.theirs, ...open.map((event) => [event.id, event] as const)]);
  change(context, 'tabs', { theirs });
}

function findDecision({ accepted, rejected }: Knowledge, id: string, t: number): LogRecord[] {
  const version = accepted.get(id);
  if (version !== undefined) return [{ t, from: 'server', accepted: { ids: [id], version } }];
  const code = rejected.get(id);
  return code === undefined ? [] : [{ t, from: 'server', rejected: { ids: [id], code } }];
}

/** Returns those of another tab's records that are new here. */
function listNewRecords(records: readonly LogRecord[], log: Knowledge): LogRecord[] {
  return records.flatMap((record): LogRecord[] => {
    if ('event' in record) {
      // Own events come back from other tabs as a peer's. This log has them already.
      return log.entries.has(record.event.id) ? [] : [{ ...record, from: 'peer' }];
    }
    if ('snapshot' in record) {
      const { snapshot } = record;
      const isNews = isNewer(snapshot, log) || snapshot.events?.some(({ id }) => !log.entries.has(id));
      if (!isNews) return [];
      const covers = chooseSnapshotReader(snapshot).coversOf(snapshot, log);
      return [{ ...record, snapshot: { ...snapshot, covers } }];
    }
    return listNewDecisions(record, log);
  });
}

function isNewer(theirs: Snapshot, { snapshot: mine }: Knowledge): boolean {
  if (!mine || theirs.version !== mine.version) return theirs.version > (mine?.version ?? -1);
  return !hasAllEvents(mine.covers, theirs.covers);
}
