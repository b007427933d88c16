import { dinerState, type EarlierIds } from '#client/api/diner-state.ts';

/** Who this diner has been at this table until now, for somebody who goes on as `nextId`. */
export function earlierIdsOf(nextId: string): EarlierIds | undefined {
  const { member, table, earlier: kept, token } = dinerState.value;
  if (!table || !member) return undefined;
  const earlier = kept?.sessionId === table.sessionId ? kept : undefined;
  // A member who logs in once more was no other guest meanwhile.
  if (member.id === nextId) return earlier;
  const userIds = [...new Set([...(earlier?.userIds ?? []), member.id])].filter((id) => id !== nextId);
  return { sessionId: table.sessionId, userIds, token };
}
