import { dinerState, updateDiner } from '#client/api/diner-state.ts';

/**
 * CX19: the party sits at another table. Calls and the cart's log go on under the table that was scanned.
 * @returns whether it is news
 */
export function applyTableMove({ tableName, qrcodeId }: { tableName: string; qrcodeId: string }): boolean {
  const { table } = dinerState.value;
  if (!table || (table.tableName === tableName && table.qrcodeId === qrcodeId)) return false;
  updateDiner({ table: { ...table, tableName, qrcodeId } });
  return true;
}
