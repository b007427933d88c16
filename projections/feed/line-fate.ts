import { activityOfLine, hasKept, type Activity } from './activity.ts';

/**
 * How a line left the cart, by what happened at the table (oldest first); undefined: that does not tell, as where its
 * additions were taken back one by one.
 */
export function lineFate(
  activity: readonly Activity[],
  line: Parameters<typeof activityOfLine>[1],
): 'ordered' | 'takenOut' | undefined {
  const last = activityOfLine(activity, line).at(-1);
  if (!last) return undefined;
  if (last.kind === 'removed') return 'takenOut';
  const end = activity.slice(activity.indexOf(last)).findLast((each) => endsLine(each, line));
  return end && (end.kind === 'ordered' ? 'ordered' : 'takenOut');
}

function endsLine(each: Activity, line: Parameters<typeof activityOfLine>[1]): boolean {
  if (each.kind === 'cleared') return each.scope === 'table' || each.userId === line.userId;
  return each.kind === 'ordered' && !hasKept(each, line);
}
