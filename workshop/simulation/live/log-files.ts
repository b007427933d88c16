import { writeLogFile } from '#events/log-file.ts';
import { logFormatVersion } from '#events/records.ts';
import type { Device } from '../phones/device.ts';

/** A log as a file. */
export interface LogText {
  readonly name: string;
  readonly text: string;
}

/** L2: the logs on a phone's disk, the one that it writes now first. */
export async function logFilesOf({ setting, disk, plan, userId, tabs }: Device): Promise<LogText[]> {
  const { sessionId } = setting.server.log;
  const logs = await disk.logs({ merchantId: '1001', tableId: '7', sessionId, userId });
  const current = tabs[0]?.page?.replicaId;
  return logs
    .toSorted((a, b) => Number(b.replicaId === current) - Number(a.replicaId === current))
    .map(({ log: { merchantId, tableId }, replicaId, records }) => {
      const exportedAt = setting.world.clock.now;
      const header = { version: logFormatVersion, merchantId, tableId, sessionId, replicaId, exportedAt };
      return {
        name: `${(plan.name ?? userId).toLowerCase()}-${replicaId}.jsonl`,
        text: writeLogFile({ format: 'cart-log', ...header }, records),
      };
    });
}
