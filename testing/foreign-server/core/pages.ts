import { readFirst, readNumber } from './input.ts';
import type { Asking } from './state.ts';
import { toCount } from './wire.ts';

/** Cuts one page out of a list and wraps it as the switch lists asks. */
export function encodePage<T>(asking: Asking, all: T[], encode: (one: T) => unknown): unknown {
  const { lists, pageStart } = asking.world.switches;
  const size = Math.min(
    Math.max(
      Math.floor(readNumber(readFirst(asking.query, ['pageSize', 'size', 'limit', 'rows', 'perPage'])) ?? 15),
      1,
    ),
    100,
  );
  const first = pageStart === 'one' ? 1 : 0;
  const page = Math.max(
    Math.floor(
      readNumber(
        readFirst(asking.query, ['page', 'pageNum', 'pageNo', 'pageIndex', 'pageNumber', 'current']),
      ) ?? first,
    ) - first,
    0,
  );
  const part = all.slice(page * size, (page + 1) * size).map(encode);
  return lists === 'bare'
    ? part
    : { [lists]: part, total: toCount(all.length), page: page + first, pageSize: size };
}
