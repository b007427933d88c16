/** This tab among the diner's others: what it sends for them, and what it has them send. */
import type { Knowledge } from '#events/log.ts';
import type { LogRecord, Snapshot } from '#events/records.ts';
import { includes, sameVector } from '#events/version-vector.ts';
import { requestCatchUp, requestRestart } from './catch-up-requests.ts';
import { dialectOf } from '../dialect/dialects.ts';
import { sameSnapshot } from '../dialect/plain-facts.ts';
import { sendable } from './disk.ts';
import { learn } from './knowledge.ts';
import type { TabMessage } from '../ports/tab-message.ts';
import type { PhoneState } from '../state.ts';
import { takeHint } from './peers.ts';
import { forgetDecided } from './table.ts';
import { change, viewOf, type Turn } from '../turn.ts';

/** O4: so long a tab may take to write a change down and to tell of it, ms. */
const answerMs = 500;

/** This tab sends for all from now on, or no longer. */
export function takeLead(turn: Turn, leads: boolean): void {
  change(turn, 'tabs', { leads, ...(!leads && { theirs: new Map() }) });
  if (!leads) return offer(turn);
  turn.effects.push({ kind: 'postToTabs', message: { kind: 'lead' } });
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
      offer(turn);
      return false;
    case 'stuck':
      if (!turn.state.tabs.leads) requestRestart(turn, 'stuck');
      return false;
    case 'pending':
      if (turn.state.tabs.leads) takePending(turn, message);
      return false;
    case 'learnt': {
      const news = unheard(message.records, turn.state.knowledge.log);
      learn(turn, dialectOf(turn.state.server.kind).fromTab(turn, news));
      if (viewOf(turn.state).waiting.length > 0) requestCatchUp(turn);
      return true;
    }
    case 'hint':
      takeHint(turn, message.known);
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

/** E5: what the other tabs wrote may stand on what this one has forgotten: they start again as well. */
export function postStuck(turn: Turn): void {
  if (!turn.state.tabs.leads) return;
  change(turn, 'tabs', { theirs: new Map(), answerBy: turn.moment.uptime + answerMs });
  turn.effects.push({ kind: 'postToTabs', message: { kind: 'stuck' } });
}

function offer(turn: Turn): void {
  if (turn.state.tabs.leads) return;
  const { entries } = turn.state.knowledge.log;
  const events = sendable(turn.state).flatMap((id) => entries.get(id)?.event ?? []);
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
      const isNews = isNewer(record.snapshot, log);
      return isNews || record.snapshot.events?.some(({ id }) => !log.entries.has(id)) ? [record] : [];
    }
    if ('accepted' in record) {
      const ids = record.accepted.ids.filter((id) => !log.accepted.has(id));
      return ids.length > 0 ? [{ ...record, accepted: { ...record.accepted, ids } }] : [];
    }
    const ids = record.rejected.ids.filter((id) => !log.rejected.has(id));
    return ids.length > 0 ? [{ ...record, rejected: { ...record.rejected, ids } }] : [];
  });
}

/** P2: of one version, another tab may know more of what a plain server's cart has, or how that lists it by now. */
function isNewer(told: Snapshot, { snapshot: mine }: Knowledge): boolean {
  if (!mine || told.version !== mine.version) return told.version > (mine?.version ?? -1);
  if (!includes(mine.covers, told.covers)) return true;
  return sameVector(mine.covers, told.covers) && !sameSnapshot(told, mine);
}
