import * as z from 'zod/mini';
import { findCrossMistakes } from './cross-mistakes.ts';
import { menuFileSchema, type MenuFile } from './menu-file-schema.ts';
import { createMistake, decodeMistake, type Mistake, type Path } from './mistake.ts';

type CheckedMenu =
  | { readonly ok: true; readonly file: MenuFile }
  | { readonly ok: false; readonly mistakes: readonly Mistake[] };

/** Checks a menu from any source and returns it with all its mistakes. Pictures are not checked. */
export function checkMenu(raw: unknown): CheckedMenu {
  const parsed = z.safeParse(menuFileSchema, raw);
  const mistakes = [
    ...(parsed.success ? [] : parsed.error.issues.flatMap((issue) => toMistakes(issue, raw))),
    ...findCrossMistakes(raw),
  ];
  return parsed.success && mistakes.length === 0 ? { ok: true, file: parsed.data } : { ok: false, mistakes };
}

function toMistakes(issue: z.core.$ZodIssue, raw: unknown): Mistake[] {
  const path = issue.path.filter((key) => typeof key !== 'symbol');
  const given = getValueAt(raw, path);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ ...createMistake([...path, key], 'notAField'), atName: true }));
  if (issue.code === 'invalid_key') return [{ ...createMistake(path, 'notAField'), atName: true }];
  if (given === undefined) return [createMistake(path, 'missing')];
  if (given === null) return [createMistake(path, 'noValue')];
  if (issue.code === 'invalid_union') {
    const inner = issue.errors[typeof given === 'string' ? 1 : 0];
    if (typeof given === 'string' || (typeof given === 'object' && !Array.isArray(given)))
      return (inner ?? []).flatMap((each) => toMistakes({ ...each, path: [...path, ...each.path] }, raw));
  }
  const { code, values } = decodeMistake(issue.message);
  return [createMistake(path, code, values)];
}

function getValueAt(raw: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    raw,
  );
}
