import { activityOfLine, type Activity } from './activity.ts';

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
  const end = activity.slice(activity.indexOf(last)).findLast((each) => endsLinesOf(each, line.userId));
  return end && (end.kind === 'ordered' ? 'ordered' : 'takenOut');
}

function endsLinesOf(each: Activity, userId: string): boolean {
  if (each.kind === 'cleared') return each.scope === 'table' || each.userId === userId;
  return each.kind === 'ordered';
}
