/** What is typed over settings, tables or coupons, and what others save meanwhile: that is taken over where nothing was typed. */
import { useState } from 'react';
import { isSame } from '#contract/menu-file/edits.ts';

/** Field by field, down to the single text. Pure. */
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

/** One of a list that is typed over. */
export interface Listed {
  readonly key: string;
  /** Of one that is there already. */
  readonly id?: string;
}

/** Entry by entry, with those that were added here at the end. Pure. */
export function mergeList<Entry extends Listed>(
  before: readonly Entry[],
  typed: readonly Entry[],
  theirs: readonly Entry[],
): readonly Entry[] {
  const keys = arrivedKeys(before, theirs);
  const was = byKey(before, keys);
  const is = byKey(typed, keys);
  const kept = theirs.flatMap((entry) => {
    const [old, own] = [was.get(entry.key), is.get(entry.key)];
    if (old && !own) return [];
    return [own && old ? mergeSettings(asTheirs(old, entry), asTheirs(own, entry), entry) : entry];
  });
  return [...kept, ...typed.filter(({ id, key }) => id === undefined && !keys.has(key))];
}

/** A new one has its key and its id of the server by now. */
function asTheirs<Entry extends Listed>(entry: Entry, { key, id }: Entry): Entry {
  return { ...entry, key, ...(id !== undefined && { id }) };
}

/** New ones that were sent are among theirs by now, in the same order, by the keys that they have there. */
function arrivedKeys(before: readonly Listed[], theirs: readonly Listed[]): Map<string, string> {
  const known = new Set(before.map(({ key }) => key));
  const arrived = theirs.filter(({ key }) => !known.has(key));
  const sent = before.filter(({ id }) => id === undefined);
  return new Map(sent.flatMap(({ key }, at) => (arrived[at] ? [[key, arrived[at].key]] : [])));
}

function byKey<Entry extends Listed>(
  entries: readonly Entry[],
  keys: Map<string, string>,
): Map<string, Entry> {
  return new Map(entries.map((entry) => [keys.get(entry.key) ?? entry.key, entry]));
}

/** @param over what becomes of what is typed once `theirs` is of another version */
export function useUnsavedForm<Typed>(
  theirs: Typed,
  version: string,
  over: (before: Typed, typed: Typed, theirs: Typed) => Typed,
) {
  const [state, setState] = useState({ version, before: theirs, typed: theirs });
  const [sent, setSent] = useState<{ readonly typed: Typed; readonly version?: string }>();
  if (state.version !== version) {
    // After an own save only what was typed since is not theirs.
    const before = sent?.version === version ? sent.typed : state.before;
    setState({ version, before: theirs, typed: over(before, state.typed, theirs) });
  }
  const { before, typed } = state;
  return {
    typed,
    isDirty: !isSame(before, typed),
    type: (change: (typed: Typed) => Typed) => setState((now) => ({ ...now, typed: change(now.typed) })),
    discard: () => setState((now) => ({ ...now, typed: now.before })),
    /** It goes to the server as it is now; once there it has this version. */
    send: () => setSent({ typed }),
    arrived: (as: string) => setSent((now) => now && { ...now, version: as }),
  };
}
