/** The open logs of one table session on one time axis. */
import type { LogHeader } from '#events/records.ts';
import {
  differentPlace,
  divergencesOn,
  onOneAxis,
  type Divergence,
  type Moment,
} from '#projections/replay/axis.ts';
import { namer, namesIn } from '#projections/replay/diner-names.ts';
import type { Step } from '#projections/replay/replay.ts';
import { ownerOf, phoneLetter, type PhoneLog } from './phone-log.ts';
import type { ReadLog } from './read-log.ts';

export interface TableOfLogs {
  readonly phones: readonly PhoneLog[];
  readonly axis: readonly Moment[];
  readonly divergences: readonly Divergence[];
  readonly names: ReadonlyMap<string, string>;
  nameOf(userId: string): string;
  /** Everybody whose events are in a log, in order. */
  readonly userIds: readonly string[];
  /** Open logs that are of another session (S1), with the field that says so. */
  readonly elsewhere: readonly Stranger[];
}

interface Stranger {
  readonly log: ReadLog;
  readonly field: 'merchantId' | 'tableId' | 'sessionId';
  readonly theirs: string;
  readonly mine: string;
}

/** Puts the logs that belong together side by side: those of the session of `shown`. A log without a header goes along. */
export function tableOfLogs(logs: readonly ReadLog[], shown: LogHeader | undefined): TableOfLogs {
  const elsewhere: Stranger[] = [];
  const here = logs.filter((log) => {
    const { header } = log;
    const field = shown && header && differentPlace(shown, header);
    if (field) elsewhere.push({ log, field, theirs: header[field], mine: shown[field] });
    return !field && log.records.length > 0;
  });
  const phones = withKeys(here);
  const records = phones.map((phone) => phone.records);
  const axis = onOneAxis(records);
  const names = namesIn(records);
  const userIds = new Set<string>();
  for (const { replay } of phones)
    for (const { event } of replay.log.entries.values()) userIds.add(event.userId);
  return {
    phones,
    axis,
    divergences:
      phones.length > 1
        ? divergencesOn(
            axis,
            phones.map(({ replay }) => replay),
          )
        : [],
    names,
    nameOf: namer(names),
    userIds: [...userIds].sort(),
    elsewhere,
  };
}

/** How many records each phone has had after so many moments of the axis. */
export function countsAt({ phones, axis }: TableOfLogs, position: number): number[] {
  const counts = phones.map(() => 0);
  for (let index = 0; index < position; index += 1) counts[axis[index]!.phone] = axis[index]!.index + 1;
  return counts;
}

/** The record that the position comes right after. */
export function momentAt({ phones, axis }: TableOfLogs, position: number): TableMoment | undefined {
  const moment = axis[position - 1];
  const phone = moment && phones[moment.phone];
  return (
    moment && phone && { phone, index: moment.phone, step: phone.replay.steps[moment.index]!, t: moment.t }
  );
}

/** A record on the axis, with the phone that took it in. */
export interface TableMoment {
  readonly phone: PhoneLog;
  /** The phone's place. */
  readonly index: number;
  readonly step: Step;
  readonly t: number;
}

/** The position right after a phone's record; undefined: there is none with that number. */
export function positionOf({ phones, axis }: TableOfLogs, key: string, number: number): number | undefined {
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
      letter: phoneLetter(index),
      userId: ownerOf(log),
    };
  });
}
