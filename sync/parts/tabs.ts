/** This tab among the diner's others: what it sends for them, and what it has them send. */
import type { Knowledge } from '#events/records/log.ts';
import type { LogRecord, Snapshot } from '#events/records/records.ts';
import { includes } from '#events/log/version-vector.ts';
import { requestCatchUp, requestRestart } from './catch-up-requests.ts';
import { protocolOf, protocolOfSnapshot } from '../protocols/registry.ts';
import { newestVersion } from '../protocols/snapshot/cart-facts.ts';
import {
  answerAsk,
  postAsk,
  postUnread,
  checkServerCarts,
  applyUnread,
  removeServerCarts,
} from '../protocols/snapshot/tab-carts.ts';
import { listSendable } from '../log/disk.ts';
import { applyRecords } from '../log/knowledge.ts';
import type { TabMessage } from '../ports/tab-message.ts';
import type { PhoneState } from '../state/phone-state.ts';
import { scheduleHint } from './peers.ts';
import { removeDecided } from './table.ts';
import { dropPrepared, receiveUnanswered } from '../protocols/snapshot/unanswered.ts';
import { change, viewOf, type StepContext } from '../state/step-context.ts';

/** O4: so long a tab may take to write a change down and to tell of it, ms. */
const answerMs = 500;

/** This tab sends for all from now on, or no longer. */
export function setLeading(context: StepContext, leads: boolean): void {
  change(context, 'tabs', { leads, ...(!leads && { theirs: new Map() }) });
  if (!leads) {
    dropPrepared(context);
    return offerEvents(context);
  }
  context.effects.push({ kind: 'postToTabs', message: { kind: 'lead' } });
  // P2: the number of the cart at hand was perhaps another tab's too.
  const { catchUp, knowledge } = context.state;
  change(context, 'catchUp', { above: Math.max(catchUp.above, newestVersion(knowledge.log) + 1) });
  requestCatchUp(context);
}

/** O4: asks the others what they have to send. */
export function askOtherTabs(context: StepContext): void {
  if (!context.state.tabs.leads) return;
  context.effects.push({ kind: 'postToTabs', message: { kind: 'lead' } });
  change(context, 'tabs', { answerBy: context.moment.uptime + answerMs });
}

/** O4: nothing waits for an answer, here or in another tab. */
export function hasNothingToSend({ knowledge, tabs }: PhoneState, uptime: number): boolean {
  const haveAnswered = tabs.answerBy === undefined || uptime >= tabs.answerBy;
  return haveAnswered && knowledge.log.pending.size === 0 && tabs.theirs.size === 0;
}

/** When the others have had their time to answer, ms of uptime. */
export function nextTabsTime({ tabs }: PhoneState): number {
  return tabs.answerBy ?? Infinity;
}

/** Another tab's word. True when what it made known is not to be told on: every tab has heard it. */
export function receiveTabMessage(context: StepContext, message: TabMessage): boolean {
  switch (message.kind) {
    case 'lead':
      if (protocolOf(context.state).onlyLeaderAsks) postAsk(context);
      offerEvents(context);
      return false;
    case 'stuck':
      if (!context.state.tabs.leads) requestRestart(context, 'stuck');
      return false;
    case 'ask':
      if (context.state.tabs.leads) answerAsk(context, message);
      return false;
    case 'unread':
      if (!context.state.tabs.leads) applyUnread(context, message);
      return false;
    case 'unanswered':
      if (!context.state.tabs.leads) receiveUnanswered(context, message.posts);
      return true;
    case 'pending':
      if (context.state.tabs.leads) receivePending(context, message);
      return false;
    case 'learnt': {
      const records = context.state.tabs.leads
        ? removeServerCarts(context, message.records)
        : message.records;
      applyRecords(context, listNewRecords(records, context.state.knowledge.log));
      checkServerCarts(context, records);
      if (viewOf(context.state).blocked.length > 0) requestCatchUp(context);
      return true;
    }
    case 'hint':
      scheduleHint(context, message.known, message.digest);
      return true;
    case 'publish':
      // The tab that leads has the group: it says it there.
      return false;
    default:
      message satisfies never;
      return false;
  }
}

/** A tab that does not lead has the one that does send what it wrote. */
export function offerNewEvents(context: StepContext): void {
  const hasStartedAgain = context.before.catchUp.restart !== undefined && !context.state.catchUp.restart;
  if (hasStartedAgain || context.state.disk.batches.length < context.before.disk.batches.length)
    offerEvents(context);
}

/** What was learnt is told to the other tabs by whichever hears it first. */
export function postNewRecords(context: StepContext, isFromTab: boolean): void {
  const { unread, cartAt } = context.before.server;
  if (context.state.server.unread !== unread || cartAt === undefined) postUnread(context);
  if (context.learnt.length === 0) return;
  awaitSuccessors(context);
  removeDecided(context, context.learnt);
  if (isFromTab) return;
  const { local } = context.state.knowledge.log;
  // What this tab alone concluded of its own events may not outlive it: the others never had them.
  const isConclusion = (record: LogRecord) =>
    record.from === 'local' && 'rejected' in record && record.rejected.ids.every((id) => local.has(id));
  const records = context.learnt.filter((record) => !isConclusion(record));
  context.effects.push({ kind: 'postToTabs', message: { kind: 'learnt', records } });
}

/** O4, T3: the tab that wrote what was rejected may write it anew. */
function awaitSuccessors(context: StepContext): void {
  const { theirs } = context.state.tabs;
  if (
    context.learnt.some((record) => 'rejected' in record && record.rejected.ids.some((id) => theirs.has(id)))
  )
    change(context, 'tabs', { answerBy: context.moment.uptime + answerMs });
}

/** E5: what the other tabs wrote may stand on what this one has forgotten: they start again as well. */
export function postStuck(context: StepContext): void {
  if (!context.state.tabs.leads) return;
  change(context, 'tabs', { theirs: new Map(), answerBy: context.moment.uptime + answerMs });
  context.effects.push({ kind: 'postToTabs', message: { kind: 'stuck' } });
}

function offerEvents(context: StepContext): void {
  if (context.state.tabs.leads) return;
  const { entries } = context.state.knowledge.log;
  const events = listSendable(context.state).flatMap((id) => entries.get(id)?.event ?? []);
  if (events.length > 0) context.effects.push({ kind: 'postToTabs', message: { kind: 'pending', events } });
}

function receivePending(context: StepContext, { events }: Extract<TabMessage, { kind: 'pending' }>): void {
  const { log, writer } = context.state.knowledge;
  // The tab that asks was not there when the answer came.
  const decided = events.flatMap(({ id }) => findDecision(log, id, context.moment.now));
  if (decided.length > 0)
    context.effects.push({ kind: 'postToTabs', message: { kind: 'learnt', records: decided } });
  // G3: what this tab writes itself it sends itself, once it is on disk.
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

/** What of another tab's records is news here. */
function listNewRecords(records: readonly LogRecord[], log: Knowledge): LogRecord[] {
  return records.flatMap((record): LogRecord[] => {
    if ('event' in record) {
      // Own events come back as somebody else's: here they are known already.
      return log.entries.has(record.event.id) ? [] : [{ ...record, from: 'peer' }];
    }
    if ('snapshot' in record) {
      const { snapshot } = record;
      const isNews = isNewer(snapshot, log) || snapshot.events?.some(({ id }) => !log.entries.has(id));
      if (!isNews) return [];
      const covers = protocolOfSnapshot(snapshot).coversOf(snapshot, log);
      return [{ ...record, snapshot: { ...snapshot, covers } }];
    }
    if ('accepted' in record) {
      const ids = record.accepted.ids.filter((id) => !log.accepted.has(id));
      return ids.length > 0 ? [{ ...record, accepted: { ...record.accepted, ids } }] : [];
    }
    const ids = record.rejected.ids.filter((id) => !log.rejected.has(id));
    return ids.length > 0 ? [{ ...record, rejected: { ...record.rejected, ids } }] : [];
  });
}

function isNewer(told: Snapshot, { snapshot: mine }: Knowledge): boolean {
  if (!mine || told.version !== mine.version) return told.version > (mine?.version ?? -1);
  return !includes(mine.covers, told.covers);
}
