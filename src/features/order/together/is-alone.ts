import { useDiner } from '#src/kit/diner/diner.ts';

/** True for an order without a table (D19): there is nobody to share with, and no table to speak of. */
export function useIsAlone(): boolean {
  const { table } = useDiner();
  return table?.tableId === '';
}
