import { readConnectionHistory } from '#client/api/call/connection-history.ts';
import { dinerState } from '#client/api/diner-state.ts';
import { getRunningCart } from '#client/logs/running-cart.ts';
import { isSameLog } from '#client/logs/join-log.ts';
import { parseHeader, readStoredLogs, listTableKeys, type StoredLog } from './stored-logs.ts';
import type { Report } from './report-file.ts';

/** The parts of a report apart from the diner's own words. */
export interface Gathered {
  /**
   * The table's logs, of all tabs. Without a table it is the newest stored log. It is never empty: without any log it
   * contains one that has only a header.
   */
  readonly logs: readonly StoredLog[];
  /** No log could be read. */
  readonly failed: boolean;
  readonly facts: Pick<Report, 'app' | 'device' | 'connection'>;
}

/** Gathers the report. It needs no running cart, no network and no server, and never rejects. */
export async function gatherReport(): Promise<Gathered> {
  const facts = { app: __BUILD_ID__, device: describeDevice(), connection: [...readConnectionHistory()] };
  try {
    const logs = filterTableLogs(await readStoredLogs());
    const found = logs.length > 0 ? logs : await readLogInMemory();
    return { logs: found.length > 0 ? found : [createEmptyLog()], failed: false, facts };
  } catch (error) {
    console.warn('the logs can not be read, what is in memory goes along', error);
    const found = await readLogInMemory();
    return { logs: found.length > 0 ? found : [createEmptyLog()], failed: found.length === 0, facts };
  }
}

function filterTableLogs(all: readonly StoredLog[]): readonly StoredLog[] {
  const [key] = listTableKeys();
  const ofTable = all.filter(
    ({ header }) => key && isSameLog({ ...header, userId: '' }, { ...key, userId: '' }),
  );
  return ofTable.length > 0 || key ? ofTable : all.slice(0, 1);
}

async function readLogInMemory(): Promise<StoredLog[]> {
  const cart = getRunningCart();
  if (!cart) return [];
  try {
    const records = await cart.history();
    return records.length > 0 ? [{ header: parseHeader(cart.log, cart.replicaId), records }] : [];
  } catch (error) {
    console.warn('the cart has no history either', error);
    return [];
  }
}

/** A report without a log is still worth reading. */
function createEmptyLog(): StoredLog {
  const { merchantId = '', table } = dinerState.value;
  const { tableId = '', sessionId = '' } = table ?? {};
  return { header: parseHeader({ merchantId, tableId, sessionId, userId: '' }, 'none'), records: [] };
}

function describeDevice(): string {
  const { userAgent, language, onLine } = navigator;
  const screen = `${innerWidth}×${innerHeight} @${devicePixelRatio}`;
  return [userAgent, screen, language, onLine ? 'online' : 'offline'].join('; ');
}
