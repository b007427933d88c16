/**
 * Combines the open logs of one table session into one time axis.
 *
 *     phone A   1     2           3
 *     phone B      1        2        3
 *     position  1  2  3     4     5  6      0 is before the first record
 *
 * A position counts the records of all phones, sorted by the server's time. At position 4, phone A has had two records and
 * phone B two (`countRecordsAt`).
 */
import type { LogHeader } from '#events/records/log-file.ts';
import type { AnyServiceEvent } from '#events/fulfilment/service-event.ts';
import {
  findDifferentField,
  findDivergences,
  mergeTimes,
  type Divergence,
  type Moment,
} from '#projections/replay/axis.ts';
import { createNamer, collectNames } from '#projections/replay/diner-names.ts';
import { collectLabels, replaceLabels, type Label } from '#projections/replay/placeholders.ts';
import type { ReplayStep } from '#projections/replay/replay.ts';
import type { ReadLog } from './read-log.ts';
import { projectCart } from '#client/cart/project-cart.ts';
import { emptyTableCart, type TableCart } from '#client/cart/table-cart.ts';

export interface TableOfLogs {
  readonly phones: readonly PhoneLog[];
  readonly axis: readonly Moment[];
  readonly divergences: readonly Divergence[];
  readonly names: ReadonlyMap<string, string>;
  /** The name of a diner. Placeholders are replaced by readable labels. */
  nameOf(userId: string): string;
  /** Replaces the placeholders of a redacted log in a text by readable labels. */
  label(text: string): string;
  /** The events after an order, in order. */
  readonly service: readonly PlacedService[];
  readonly userIds: readonly string[];
  /** Open logs of another table session, with the field that differs. */
  readonly elsewhere: readonly Stranger[];
}

/** An event after an order, with the position of the axis that it follows. */
export interface PlacedService {
  readonly at: number;
  readonly event: AnyServiceEvent;
}

interface Stranger {
  readonly log: ReadLog;
  readonly field: 'merchantId' | 'tableId' | 'sessionId';
  readonly theirs: string;
  readonly mine: string;
}

/**
 * Puts the logs of one table session on one axis. A log without a header is included.
 *
 * @param shown the header of a log of that session
 * @param wordOf the readable label of a placeholder
 */
export function groupLogsByTable(
  logs: readonly ReadLog[],
  shown: LogHeader | undefined,
  wordOf: (label: Label) => string,
): TableOfLogs {
  const elsewhere: Stranger[] = [];
  const here = logs.filter((log) => {
    const { header } = log;
    const field = shown && header && findDifferentField(shown, header);
    if (field) elsewhere.push({ log, field, theirs: header[field], mine: shown[field] });
    return !field && log.records.length + log.service.length > 0;
  });
  const phones = withKeys(here);
  const records = phones.map((phone) => phone.records);
  const axis = mergeTimes(records);
  const names = collectNames(records);
  const service = placeService(axis, here);
  const labels = collectLabels(
    here.map((log) => ({ records: log.records, service: log.service.map(({ record }) => record.service) })),
  );
  const label = (text: string) => replaceLabels(text, labels, wordOf);
  const named = createNamer(names);
  const userIds = new Set<string>();
  for (const { replay } of phones)
    for (const { event } of replay.log.entries.values()) userIds.add(event.userId);
  return {
    phones,
    axis,
    divergences:
      phones.length > 1
        ? findDivergences(
            axis,
            phones.map(({ replay }) => replay),
          )
        : [],
    names,
    nameOf: (userId) => label(named(userId)),
    label,
    service,
    userIds: [...userIds].sort(),
    elsewhere,
  };
}

/** Places each event after an order on the axis by its time. Several exports may contain the same event, which counts once. */
function placeService(axis: readonly Moment[], logs: readonly ReadLog[]): PlacedService[] {
  const events = new Map<string, AnyServiceEvent>();
  for (const { service } of logs)
    for (const { record } of service) events.set(record.service.id, record.service);
  return [...events.values()].map((event) => ({
    at: axis.findLastIndex(({ t }) => t <= event.at) + 1,
    event,
  }));
}

/** The number of records that each phone has at a position. */
export function countRecordsAt({ phones, axis }: TableOfLogs, position: number): number[] {
  const counts = phones.map(() => 0);
  for (let index = 0; index < position; index += 1) counts[axis[index]!.phone] = axis[index]!.index + 1;
  return counts;
}

/** The record before the position; undefined at the start. */
export function findMoment({ phones, axis }: TableOfLogs, position: number): TableMoment | undefined {
  const moment = axis[position - 1];
  const phone = moment && phones[moment.phone];
  return (
    moment && phone && { phone, index: moment.phone, step: phone.replay.steps[moment.index]!, t: moment.t }
  );
}

/** A record on the axis, with the phone that received it. */
export interface TableMoment {
  readonly phone: PhoneLog;
  readonly index: number;
  readonly step: ReplayStep;
  readonly t: number;
}

/** The position right after a phone's record; undefined if there is no record with that number. */
export function findPosition({ phones, axis }: TableOfLogs, key: string, number: number): number | undefined {
  const phone = phones.findIndex((each) => each.key === key);
  const found = axis.findIndex((moment) => moment.phone === phone && moment.index === number - 1);
  return found < 0 ? undefined : found + 1;
}

function withKeys(logs: readonly ReadLog[]): PhoneLog[] {
  const seen = new Map<string, number>();
  return logs.map((log, index) => {
    const replicaId = log.header?.replicaId ?? log.name;
    const times = (seen.get(replicaId) ?? 0) + 1;
    seen.set(replicaId, times);
    return {
      ...log,
      key: times === 1 ? replicaId : `${replicaId}~${times}`,
      letter: toPhoneLetter(index),
      userId: findOwner(log),
    };
  });
}

/** The log of one phone on the axis. */
export interface PhoneLog extends ReadLog {
  /** The replica's id, unless another open log has it too. */
  readonly key: string;
  /** A, B, C and so on, in the order in which the logs were opened. */
  readonly letter: string;
  /** The diner of the phone, if the log contains an event of their own. */
  readonly userId: string | undefined;
}

function toPhoneLetter(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : String(index + 1);
}

function findOwner({ records }: ReadLog): string | undefined {
  for (const record of records) if (record.from === 'local' && 'event' in record) return record.event.userId;
  return undefined;
}

/** The cart that the phone showed after `count` records. A log does not contain which changes were sent. */
export function replayCartAt({ replay, userId }: PhoneLog, count: number): TableCart {
  const entries = new Map(replay.pendingAt(count).map((entry) => [entry.event.id, entry]));
  return projectCart(emptyTableCart, replay.viewAt(count), userId ?? '', {
    entries,
    names: replay.namesAt(count),
    pending: new Set(entries.keys()),
    sent: new Set(),
    isSaved: () => true,
  });
}
