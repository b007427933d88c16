/** This tab among the diner's others: what it sends for them, and what it has them send. */
import type { Knowledge } from '#events/records/log.ts';
import { isPlain, type LogRecord, type Snapshot } from '#events/records/records.ts';
import { includes, union } from '#events/log/version-vector.ts';
import { requestCatchUp, requestCatchUpSoon, requestRestart } from './catch-up-requests.ts';
import { coversOfNext, newestVersion, sameUnread } from '../protocols/snapshot/cart-facts.ts';
import { listSendable } from '../log/disk.ts';
import { applyRecords } from '../log/knowledge.ts';
import type { TabMessage } from '../ports/tab-message.ts';
import type { PhoneState } from '../state/phone-state.ts';
import { takeHint } from './peers.ts';
import { forgetDecided } from './table.ts';
import { forgetPrepared, takeUnanswered } from '../protocols/snapshot/unanswered.ts';
import { change, viewOf, type Turn } from '../state/step-context.ts';

/** O4: so long a tab may take to write a change down and to tell of it, ms. */
const answerMs = 500;

/** P2: a tab that wants to know is answered with a cart that is not older, ms. */
const freshMs = 5_000;

/** This tab sends for all from now on, or no longer. */
export function takeLead(turn: Turn, leads: boolean): void {
  change(turn, 'tabs', { leads, ...(!leads && { theirs: new Map() }) });
  if (!leads) {
    forgetPrepared(turn);
    return offer(turn);
  }
  turn.effects.push({ kind: 'postToTabs', message: { kind: 'lead' } });
  // P2: the number of the cart at hand was perhaps another tab's too.
  const { catchUp, knowledge } = turn.state;
  change(turn, 'catchUp', { above: Math.max(catchUp.above, newestVersion(knowledge.log) + 1) });
  requestCatchUp(turn);
}

/** O4: asks the others what they have to send. */
export function askOtherTabs(turn: Turn): void {
  if (!turn.state.tabs.leads) return;
  turn.effects.push({ kind: 'postToTabs', message: { kind: 'lead' } });
  change(turn, 'tabs', { answerBy: turn.moment.uptime + answerMs });
}

/** O4: nothing waits for an answer, here or in another tab. */
export function isSettled({ knowledge, tabs }: PhoneState, uptime: number): boolean {
  const haveAnswered = tabs.answerBy === undefined || uptime >= tabs.answerBy;
  return haveAnswered && knowledge.log.pending.size === 0 && tabs.theirs.size === 0;
}

/** When the others have had their time to answer, ms of uptime. */
export function tabsDue({ tabs }: PhoneState): number {
  return tabs.answerBy ?? Infinity;
}

/** Another tab's word. True when what it made known is not to be told on: every tab has heard it. */
export function receiveTabMessage(turn: Turn, message: TabMessage): boolean {
  switch (message.kind) {
    case 'lead':
      if (turn.state.server.kind === 'plain') postAsk(turn);
      offer(turn);
      return false;
    case 'stuck':
      if (!turn.state.tabs.leads) requestRestart(turn, 'stuck');
      return false;
    case 'ask':
      if (turn.state.tabs.leads) answerAsk(turn, message);
      return false;
    case 'unread':
      if (!turn.state.tabs.leads) takeUnread(turn, message);
      return false;
    case 'unanswered':
      if (!turn.state.tabs.leads) takeUnanswered(turn, message.posts);
      return true;
    case 'pending':
      if (turn.state.tabs.leads) takePending(turn, message);
      return false;
    case 'learnt': {
      const records = turn.state.tabs.leads ? withoutPlainCarts(turn, message.records) : message.records;
      applyRecords(turn, unheard(records, turn.state.knowledge.log));
      takePlainCarts(turn, records);
      if (viewOf(turn.state).blocked.length > 0) requestCatchUp(turn);
      return true;
    }
    case 'hint':
      takeHint(turn, message.known, message.digest);
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
export function offerWhatIsNew(turn: Turn): void {
  const hasStartedAgain = turn.before.catchUp.restart !== undefined && !turn.state.catchUp.restart;
  if (hasStartedAgain || turn.state.disk.batches.length < turn.before.disk.batches.length) offer(turn);
}

/** What was learnt is told to the other tabs by whichever hears it first. */
export function postLearnt(turn: Turn, isFromTab: boolean): void {
  const { unread, cartAt } = turn.before.server;
  if (turn.state.server.unread !== unread || cartAt === undefined) postUnread(turn);
  if (turn.learnt.length === 0) return;
  awaitSuccessors(turn);
  forgetDecided(turn, turn.learnt);
  if (isFromTab) return;
  const { local } = turn.state.knowledge.log;
  // What this tab alone concluded of its own events may not outlive it: the others never had them.
  const isConclusion = (record: LogRecord) =>
    record.from === 'local' && 'rejected' in record && record.rejected.ids.every((id) => local.has(id));
  const records = turn.learnt.filter((record) => !isConclusion(record));
  turn.effects.push({ kind: 'postToTabs', message: { kind: 'learnt', records } });
}

/** O4, T3: the tab that wrote what was rejected may write it anew. */
function awaitSuccessors(turn: Turn): void {
  const { theirs } = turn.state.tabs;
  if (turn.learnt.some((record) => 'rejected' in record && record.rejected.ids.some((id) => theirs.has(id))))
    change(turn, 'tabs', { answerBy: turn.moment.uptime + answerMs });
}

/** P2: one tab numbers the carts: what another has loaded makes the one that leads load its own. */
function withoutPlainCarts(turn: Turn, records: readonly LogRecord[]): readonly LogRecord[] {
  const numbers = records.flatMap((record) =>
    'snapshot' in record && isPlain(record.snapshot) ? record.snapshot.version : [],
  );
  if (numbers.length === 0) return records;
  change(turn, 'server', { kind: 'plain', isLoaded: true });
  change(turn, 'catchUp', { above: Math.max(turn.state.catchUp.above, ...numbers) });
  postUnread(turn);
  requestCatchUpSoon(turn);
  return records.filter((record) => !('snapshot' in record && isPlain(record.snapshot)));
}

/** P2: a tab that leads has counted from less than this one knows when its cart is none of the newest. */
function takePlainCarts(turn: Turn, records: readonly LogRecord[]): void {
  const newest = turn.state.knowledge.log.snapshot?.version ?? -1;
  for (const record of records) {
    if (!('snapshot' in record) || !isPlain(record.snapshot)) continue;
    change(turn, 'server', { kind: 'plain', isLoaded: true });
    if (record.snapshot.version < newest) postAsk(turn);
  }
}

/** P2: the tab that leads asks a plain server for all. */
export function postAsk(turn: Turn): void {
  const { log } = turn.state.knowledge;
  const message = { kind: 'ask', above: log.snapshot?.version ?? -1, heard: coversOfNext(log) } as const;
  turn.effects.push({ kind: 'postToTabs', message });
}

/** P2: the tab that asks has nothing yet, or wants what is new: the cart at hand now, and the next one when it comes. */
function answerAsk(turn: Turn, { above, heard }: Extract<TabMessage, { kind: 'ask' }>): void {
  const { snapshot, covers } = turn.state.knowledge.log;
  const { catchUp, server } = turn.state;
  change(turn, 'catchUp', { above: Math.max(catchUp.above, above), heard: union(catchUp.heard, heard) });
  postUnread(turn);
  const isNews = snapshot !== undefined && snapshot.version > above && includes(covers, heard);
  if (isNews) {
    const records: LogRecord[] = [{ t: turn.moment.now, from: 'server', snapshot }];
    turn.effects.push({ kind: 'postToTabs', message: { kind: 'learnt', records } });
  }
  const { cartAt = -Infinity } = server;
  if (!isNews || turn.moment.uptime - cartAt > freshMs) requestCatchUpSoon(turn);
}

/** P5: no log has what nobody can read: the tab that leads tells of it, once it has heard itself. */
function postUnread(turn: Turn): void {
  const { unread = [], cartAt } = turn.state.server;
  if (!turn.state.tabs.leads || cartAt === undefined) return;
  turn.effects.push({ kind: 'postToTabs', message: { kind: 'unread', lines: unread } });
}

function takeUnread(turn: Turn, { lines }: Extract<TabMessage, { kind: 'unread' }>): void {
  const told = lines.length > 0 ? lines : undefined;
  change(turn, 'server', { unread: sameUnread(told, turn.state.server.unread) });
}

/** E5: what the other tabs wrote may stand on what this one has forgotten: they start again as well. */
export function postStuck(turn: Turn): void {
  if (!turn.state.tabs.leads) return;
  change(turn, 'tabs', { theirs: new Map(), answerBy: turn.moment.uptime + answerMs });
  turn.effects.push({ kind: 'postToTabs', message: { kind: 'stuck' } });
}

function offer(turn: Turn): void {
  if (turn.state.tabs.leads) return;
  const { entries } = turn.state.knowledge.log;
  const events = listSendable(turn.state).flatMap((id) => entries.get(id)?.event ?? []);
  if (events.length > 0) turn.effects.push({ kind: 'postToTabs', message: { kind: 'pending', events } });
}

function takePending(turn: Turn, { events }: Extract<TabMessage, { kind: 'pending' }>): void {
  const { log, writer } = turn.state.knowledge;
  // The tab that asks was not there when the answer came.
  const decided = events.flatMap(({ id }) => decisionOn(log, id, turn.moment.now));
  if (decided.length > 0)
    turn.effects.push({ kind: 'postToTabs', message: { kind: 'learnt', records: decided } });
  // G3: what this tab writes itself it sends itself, once it is on disk.
  const isOwn = (id: string) => log.local.has(id) || id.startsWith(`${writer.replicaId}:`);
  const open = events.filter(({ id }) => !log.accepted.has(id) && !log.rejected.has(id) && !isOwn(id));
  const theirs = new Map([...turn.state.tabs.theirs, ...open.map((event) => [event.id, event] as const)]);
  change(turn, 'tabs', { theirs });
}

function decisionOn({ accepted, rejected }: Knowledge, id: string, t: number): LogRecord[] {
  const version = accepted.get(id);
  if (version !== undefined) return [{ t, from: 'server', accepted: { ids: [id], version } }];
  const code = rejected.get(id);
  return code === undefined ? [] : [{ t, from: 'server', rejected: { ids: [id], code } }];
}

/** What of another tab's records is news here. */
function unheard(records: readonly LogRecord[], log: Knowledge): LogRecord[] {
  return records.flatMap((record): LogRecord[] => {
    if ('event' in record) {
      // Own events come back as somebody else's: here they are known already.
      return log.entries.has(record.event.id) ? [] : [{ ...record, from: 'peer' }];
    }
    if ('snapshot' in record) {
      const { snapshot } = record;
      const isNews = isNewer(snapshot, log) || snapshot.events?.some(({ id }) => !log.entries.has(id));
      if (!isNews) return [];
      // P2: what a plain server had once is in every later cart, though the tab that asked never heard of it.
      const covers = isPlain(snapshot) ? union(snapshot.covers, log.covers) : snapshot.covers;
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
