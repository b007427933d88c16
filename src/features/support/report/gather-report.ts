import { connectionHistory } from '#client/api/call/connection-history.ts';
import { dinerState } from '#client/api/diner-state.ts';
import { runningCart } from '#client/logs/running-cart.ts';
import { isSameLog } from '#client/logs/whole-log.ts';
import { headerOf, keptLogs, tableKeys, type KeptLog } from './stored-logs.ts';
import type { Report } from './report-file.ts';

/** What a report holds beside the diner's own words. */
export interface Gathered {
  /** The table's logs, all tabs; at no table the newest that is kept. Never empty: without a log its header alone. */
  readonly logs: readonly KeptLog[];
  readonly failed: boolean;
  readonly facts: Pick<Report, 'app' | 'device' | 'connection'>;
}

/** Gathers it without a running cart, a network or a server. Never rejects. */
export async function gatherReport(): Promise<Gathered> {
  const facts = { app: __BUILD_ID__, device: deviceWords(), connection: [...connectionHistory()] };
  try {
    const logs = tableLogs(await keptLogs());
    const found = logs.length > 0 ? logs : await inMemory();
    return { logs: found.length > 0 ? found : [noLog()], failed: false, facts };
  } catch (error) {
    console.warn('the logs can not be read, what is in memory goes along', error);
    const found = await inMemory();
    return { logs: found.length > 0 ? found : [noLog()], failed: found.length === 0, facts };
  }
}

function tableLogs(all: readonly KeptLog[]): readonly KeptLog[] {
  const [key] = tableKeys();
  const ofTable = all.filter(
    ({ header }) => key && isSameLog({ ...header, userId: '' }, { ...key, userId: '' }),
  );
  return ofTable.length > 0 || key ? ofTable : all.slice(0, 1);
}

async function inMemory(): Promise<KeptLog[]> {
  const cart = runningCart();
  if (!cart) return [];
  try {
    const records = await cart.history();
    return records.length > 0 ? [{ header: headerOf(cart.log, cart.replicaId), records }] : [];
  } catch (error) {
    console.warn('the cart has no history either', error);
    return [];
  }
}

/** A report that has no log is still worth reading. */
function noLog(): KeptLog {
  const { merchantId = '', table } = dinerState.value;
  const { tableId = '', sessionId = '' } = table ?? {};
  return { header: headerOf({ merchantId, tableId, sessionId, userId: '' }, 'none'), records: [] };
}

function deviceWords(): string {
  const { userAgent, language, onLine } = navigator;
  const screen = `${innerWidth}×${innerHeight} @${devicePixelRatio}`;
  return [userAgent, screen, language, onLine ? 'online' : 'offline'].join('; ');
}
