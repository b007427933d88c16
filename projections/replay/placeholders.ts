/**
 * Names placeholders in redacted logs for people: "diner A" or "note 3" instead of a hash.
 *
 * A placeholder depends only on the text that it replaces, so logs of several phones can be joined. These labels are
 * added when a log is shown.
 */
import type { AnyEvent } from '#events/cart/registry.ts';
import { compareStamps } from '#events/log/clock.ts';
import { compareText } from '#events/log/event-id.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { AnyServiceEvent } from '#events/fulfilment/service-event.ts';

export interface Label {
  readonly kind: 'diner' | 'staff' | 'note';
  /** Counts from 1 for each kind. */
  readonly number: number;
}
type Labels = ReadonlyMap<string, Label>;

interface LabelledLog {
  readonly records: readonly LogRecord[];
  /** The events after placing. */
  readonly service?: readonly AnyServiceEvent[] | undefined;
}

const placeholder = /\b(?:name|note)-[0-9a-f]{16}\b/g;

/**
 * Numbers the placeholders in the order of the events, not of the log. So logs with the same knowledge use the same
 * labels.
 */
export function collectLabels(logs: readonly LabelledLog[]): Labels {
  const labels = new Map<string, Label>();
  const counts = { diner: 0, staff: 0, note: 0 };
  const take = (value: unknown, whose: 'diner' | 'staff') => {
    for (const [text] of JSON.stringify(value).matchAll(placeholder)) {
      if (labels.has(text)) continue;
      const kind = text.startsWith('note-') ? 'note' : whose;
      labels.set(text, { kind, number: (counts[kind] += 1) });
    }
  };
  const events = logs.flatMap(({ records }) => records.flatMap(listEvents));
  for (const event of events.toSorted(compareByStamp)) take(event, 'diner');
  for (const { records } of logs)
    for (const record of records) if ('snapshot' in record) take(record, 'diner');
  for (const { by, ...what } of logs.flatMap(({ service = [] }) => service)) {
    take(what, 'diner');
    take(by, by.kind === 'diner' ? 'diner' : 'staff');
  }
  return labels;
}

/** @param wordOf returns the text of a label */
export function replaceLabels(text: string, labels: Labels, wordOf: (label: Label) => string): string {
  if (labels.size === 0) return text;
  return text.replaceAll(placeholder, (found) => {
    const label = labels.get(found);
    return label ? wordOf(label) : found;
  });
}

/** A, B … Z, then numbers. */
export function toLetter(number: number): string {
  return number <= 26 ? String.fromCharCode(64 + number) : String(number);
}

function listEvents(record: LogRecord): readonly AnyEvent[] {
  if ('event' in record) return [record.event];
  return 'snapshot' in record ? (record.snapshot.events ?? []) : [];
}

function compareByStamp(a: AnyEvent, b: AnyEvent): number {
  return compareStamps(a.at, b.at) || compareText(a.id, b.id);
}
