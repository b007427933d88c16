import { dinerState, updateDiner } from '#client/api/diner-state.ts';

/**
 * Shows the new table after staff moved the guests. Calls and the cart's log keep the id of the scanned table.
 * @returns true if the phone did not know the move yet
 */
export function applyTableMove({ tableName, qrcodeId }: { tableName: string; qrcodeId: string }): boolean {
  const { table } = dinerState.value;
  if (!table || (table.tableName === tableName && table.qrcodeId === qrcodeId)) return false;
  updateDiner({ table: { ...table, tableName, qrcodeId } });
  return true;
}
