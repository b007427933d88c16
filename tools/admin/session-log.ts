import { serverReplica } from '#events/log/event-id.ts';
import { logFormatVersion, type LogHeader, writeLogFile } from '#events/records/log-file.ts';
import { redactRecords } from '#events/records/redact.ts';
import type { ServiceRecord } from '#events/records/records.ts';
import type { EventRow } from '#server/ordering/cart/log/decision-rows.ts';
import type { Admin } from '#server/back-office/admin/admin.ts';
import { toCanonicalRecords, type StoredSession } from '#server/back-office/admin/session-export.ts';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import { countNoun } from '../replay/words.ts';
import { requireMerchant } from './command.ts';

/** Returns the sessions of a table, at least one. @throws StartError that names the existing tables or sessions */
export async function findSessions(
  admin: Admin,
  merchantId: string,
  asked: { readonly table: string | undefined; readonly session: string | undefined },
): Promise<StoredSession[]> {
  const found = await admin.listSessions(merchantId, asked);
  const ids = new Set(found.map(({ tableId }) => tableId));
  if (asked.table !== undefined && ids.size > 1)
    throw new StartError(
      `more than one table is called "${asked.table}": give the id, one of ${[...ids].join(', ')}`,
    );
  if (found.length > 0) return found;
  const { tables } = await requireMerchant(admin, merchantId);
  const { table, session } = asked;
  if (table !== undefined && !tables.some((each) => [each.id, each.name, each.qrcodeId].includes(table)))
    throw new StartError(
      `merchant ${merchantId} has no table ${table}: there are ${tables.map(({ name }) => name).join(', ')}`,
    );
  const at =
    table === undefined ? `of merchant ${merchantId}` : `at table ${table} of merchant ${merchantId}`;
  throw new StartError(
    session === undefined
      ? `there was no session ${at} yet`
      : `there is no session ${session} ${at}: --list names them`,
  );
}

/**
 * Writes the log of a session up to its current version.
 * @param names keep names and notes, instead of placeholders
 */
export async function exportSession(
  admin: Admin,
  { id, merchantId, tableId, version }: StoredSession,
  names: boolean,
): Promise<{ text: string; decisions: number }> {
  const rows: EventRow[] = [];
  for (let after = 0; after < version;) {
    const more = await admin.readDecisions(id, after, version);
    const last = more.at(-1);
    if (!last) break;
    rows.push(...more);
    after = last.version;
  }
  const header: LogHeader = {
    format: 'cart-log',
    version: logFormatVersion,
    merchantId,
    tableId,
    sessionId: id,
    replicaId: serverReplica,
    exportedAt: Date.now(),
  };
  const records = toCanonicalRecords(rows);
  const service = (await admin.readService(id)).map((event): ServiceRecord => ({
    t: event.at,
    from: 'server',
    service: event,
  }));
  const text = names
    ? writeLogFile(header, records, { service })
    : writeLogFile(header, redactRecords(header, records), { service: redactRecords(header, service) });
  return { text, decisions: rows.length };
}

export function describeSession({
  id,
  tableId,
  tableName,
  openedAt,
  closedAt,
  version,
}: StoredSession): string {
  const formatMinute = (t: number) => new Date(t).toISOString().slice(0, 16).replace('T', ' ');
  const table = tableId === '' ? 'to go' : `table ${tableName || tableId}`;
  const until = closedAt === null ? 'open' : `closed ${formatMinute(closedAt)}`;
  return `${id}  ${table}, opened ${formatMinute(openedAt)} UTC, ${until}, ${countNoun(version, 'decision')}`;
}
