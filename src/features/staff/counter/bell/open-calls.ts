/** Which tables call (CX17). Pure. */
import type { HelpCallData } from '#contract/calls/help.ts';
import type { StaffTable } from '#contract/calls/staff.ts';

export interface OpenCall extends HelpCallData {
  readonly sessionId: string;
  readonly tableName: string;
}

/** What nobody has answered yet; who has waited longest is first. */
export function openCalls(tables: readonly StaffTable[]): OpenCall[] {
  return tables
    .flatMap(({ name, session }) =>
      (session?.calls ?? [])
        .filter(({ answeredAt }) => answeredAt === null)
        .map((call) => ({ ...call, sessionId: session!.id, tableName: name })),
    )
    .sort((a, b) => a.askedAt - b.askedAt);
}
