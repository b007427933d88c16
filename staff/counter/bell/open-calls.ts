/** The open calls of tables. Pure. */
import type { HelpCallData } from '#contract/calls/help.ts';
import { helpKinds, type HelpKind } from '#events/fulfilment/help-kinds.ts';
import type { StaffTable } from '#contract/calls/staff.ts';

export interface OpenCall extends HelpCallData {
  readonly sessionId: string;
  readonly tableName: string;
  /** The diner whose part of the bill is requested; undefined for the whole bill. */
  readonly part: string | undefined;
}

/** The kind of a call. A kind that only a newer server knows counts as a call for a waiter. */
export function callKind({ kind, part }: Pick<OpenCall, 'kind' | 'part'>): HelpKind | 'part' {
  const known = helpKinds.find((each) => each === kind) ?? 'waiter';
  return known === 'bill' && part !== undefined ? 'part' : known;
}

/** The calls without an answer, oldest first. */
export function listOpenCalls(tables: readonly StaffTable[]): OpenCall[] {
  return tables
    .flatMap(({ name, session }) =>
      (session?.calls ?? [])
        .filter(({ answeredAt }) => answeredAt === null)
        .map((call) => ({
          ...call,
          sessionId: session!.id,
          tableName: name,
          part: nameShare(call, session!),
        })),
    )
    .sort((a, b) => a.askedAt - b.askedAt);
}

/** The diner's name, also after the diner has left. */
function nameShare(
  { share, userId, userName }: HelpCallData,
  { diners }: NonNullable<StaffTable['session']>,
) {
  if (share === null) return undefined;
  return diners.find((diner) => diner.userId === share)?.name ?? (share === userId ? userName : '');
}
