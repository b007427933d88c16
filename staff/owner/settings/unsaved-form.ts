/** Forms with unsaved input. Changes that others save meanwhile are taken over in fields without input. */
import { useState } from 'react';
import { isSame } from '#contract/menu-file/edits.ts';

/** Merges settings field by field, down to single texts. Pure. */
export function mergeSettings<Fields extends object>(before: Fields, typed: Fields, theirs: Fields): Fields {
  const names = Object.keys(theirs) as (keyof Fields)[];
  const each = names.map((name) => {
    const [was, is, other] = [before[name], typed[name], theirs[name]];
    if (isSame(was, is)) return [name, other];
    return [name, isNamed(was) && isNamed(is) && isNamed(other) ? mergeSettings(was, is, other) : is];
  });
  return Object.fromEntries(each) as Fields;
}

function isNamed(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An entry of an edited list. */
export interface Listed {
  readonly key: string;
  /** The server's id, for an entry that was saved. */
  readonly id?: string;
}

/** Merges a list entry by entry. Entries that were added here are at the end. Pure. */
export function mergeList<Entry extends Listed>(
  before: readonly Entry[],
  typed: readonly Entry[],
  theirs: readonly Entry[],
): readonly Entry[] {
  const keys = mapArrivedKeys(before, theirs);
  const was = mapByKey(before, keys);
  const is = mapByKey(typed, keys);
  const kept = theirs.flatMap((entry) => {
    const [old, own] = [was.get(entry.key), is.get(entry.key)];
    if (old && !own) return [];
    return [
      own && old ? mergeSettings(adoptServerKey(old, entry), adoptServerKey(own, entry), entry) : entry,
    ];
  });
  return [...kept, ...typed.filter(({ id, key }) => id === undefined && !keys.has(key))];
}

/** Gives an entry the key and id that the server assigned. */
function adoptServerKey<Entry extends Listed>(entry: Entry, { key, id }: Entry): Entry {
  return { ...entry, key, ...(id !== undefined && { id }) };
}

/** Maps the keys of new entries to those of the saved ones, which have the same order. */
function mapArrivedKeys(before: readonly Listed[], theirs: readonly Listed[]): Map<string, string> {
  const known = new Set(before.map(({ key }) => key));
  const arrived = theirs.filter(({ key }) => !known.has(key));
  const sent = before.filter(({ id }) => id === undefined);
  return new Map(sent.flatMap(({ key }, at) => (arrived[at] ? [[key, arrived[at].key]] : [])));
}

function mapByKey<Entry extends Listed>(
  entries: readonly Entry[],
  keys: Map<string, string>,
): Map<string, Entry> {
  return new Map(entries.map((entry) => [keys.get(entry.key) ?? entry.key, entry]));
}

/** @param over merges the input with `theirs` when that has a new version */
export function useUnsavedForm<Typed>(
  theirs: Typed,
  version: string,
  over: (before: Typed, typed: Typed, theirs: Typed) => Typed,
) {
  const [state, setState] = useState({ version, before: theirs, typed: theirs });
  const [sent, setSent] = useState<{ readonly typed: Typed; readonly version?: string }>();
  if (state.version !== version) {
    // After a save by this page, only the input since then is unsaved.
    const before = sent?.version === version ? sent.typed : state.before;
    setState({ version, before: theirs, typed: over(before, state.typed, theirs) });
  }
  const { before, typed } = state;
  return {
    typed,
    isDirty: !isSame(before, typed),
    type: (change: (typed: Typed) => Typed) => setState((now) => ({ ...now, typed: change(now.typed) })),
    discard: () => setState((now) => ({ ...now, typed: now.before })),
    /** Marks the current input as sent. `arrived` then adds the version that it has on the server. */
    send: () => setSent({ typed }),
    arrived: (as: string) => setSent((now) => now && { ...now, version: as }),
  };
}
