import { dinerState, type EarlierIds } from '#client/api/diner-state.ts';

/**
 * The diner's ids at this table so far, for a diner who continues as `nextId`.
 * Their dishes in the cart belong to the earlier ids.
 */
export function listEarlierIds(nextId: string): EarlierIds | undefined {
  const { member, table, earlier: stored, token } = dinerState.value;
  if (!table || !member) return undefined;
  const earlier = stored?.sessionId === table.sessionId ? stored : undefined;
  // A second login of the same member adds no id.
  if (member.id === nextId) return earlier;
  const userIds = [...new Set([...(earlier?.userIds ?? []), member.id])].filter((id) => id !== nextId);
  return { sessionId: table.sessionId, userIds, token };
}
