/** What is typed over settings or tables, and what others save meanwhile: that is taken over where nothing was typed. */
import { useState } from 'react';
import { isSame } from '#contract/menu-file/edits.ts';
import type { TableDraft } from './tables/TableRow.tsx';

/** Field by field, down to the single text. Pure. */
export function settingsOver<Fields extends object>(before: Fields, typed: Fields, theirs: Fields): Fields {
  const names = Object.keys(theirs) as (keyof Fields)[];
  const each = names.map((name) => {
    const [was, is, other] = [before[name], typed[name], theirs[name]];
    if (isSame(was, is)) return [name, other];
    return [name, isNamed(was) && isNamed(is) && isNamed(other) ? settingsOver(was, is, other) : is];
  });
  return Object.fromEntries(each) as Fields;
}

function isNamed(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Table by table, with those that were added here at the end. Pure. */
export function tablesOver(
  before: readonly TableDraft[],
  typed: readonly TableDraft[],
  theirs: readonly TableDraft[],
): readonly TableDraft[] {
  const keys = arrivedKeys(before, theirs);
  const was = byKey(before, keys);
  const is = byKey(typed, keys);
  const kept = theirs.flatMap((table) => {
    const [old, own] = [was.get(table.key), is.get(table.key)];
    if (old && !own) return [];
    return [own && old && own.name !== old.name ? { ...table, name: own.name } : table];
  });
  return [...kept, ...typed.filter(({ id, key }) => id === undefined && !keys.has(key))];
}

/** New ones that were sent are among theirs by now, in the same order, by the keys that they have there. */
function arrivedKeys(before: readonly TableDraft[], theirs: readonly TableDraft[]): Map<string, string> {
  const known = new Set(before.map(({ key }) => key));
  const arrived = theirs.filter(({ key }) => !known.has(key));
  const sent = before.filter(({ id }) => id === undefined);
  return new Map(sent.flatMap(({ key }, at) => (arrived[at] ? [[key, arrived[at].key]] : [])));
}

function byKey(tables: readonly TableDraft[], keys: Map<string, string>): Map<string, TableDraft> {
  return new Map(tables.map((table) => [keys.get(table.key) ?? table.key, table]));
}

/** @param over what becomes of what is typed once `theirs` is of another version */
export function useTypedOver<Typed>(
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
