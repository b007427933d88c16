import { filterActivityOfLine, hasKept, type Activity } from './activity.ts';

/**
 * Returns how a line left the cart, or undefined if the activities do not tell. They do not if its additions were
 * undone one by one.
 *
 * @param activity oldest first
 */
export function findLineFate(
  activity: readonly Activity[],
  line: Parameters<typeof filterActivityOfLine>[1],
): 'ordered' | 'takenOut' | undefined {
  const last = filterActivityOfLine(activity, line).at(-1);
  if (!last) return undefined;
  if (last.kind === 'removed') return 'takenOut';
  const end = activity.slice(activity.indexOf(last)).findLast((each) => isEndOfLine(each, line));
  return end && (end.kind === 'ordered' ? 'ordered' : 'takenOut');
}

function isEndOfLine(each: Activity, line: Parameters<typeof filterActivityOfLine>[1]): boolean {
  if (each.kind === 'cleared') return each.scope === 'table' || each.userId === line.userId;
  return each.kind === 'ordered' && !hasKept(each, line);
}
