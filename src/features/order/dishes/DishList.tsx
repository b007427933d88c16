/**
 * A list of dishes. A long one renders only the dishes near the screen, because thousands of rows make a phone slow:
 *
 *     ┌ 12 rows ┐┌ gap of their height ┐┌ gap ┐…
 *
 * Each row says its place and the number of all rows. A screen reader or the Tab key that reaches the last rendered row
 * scrolls to it, and so the next rows are rendered before they are asked for. Rows with the focus stay.
 */
import { Fragment, useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import type { Product } from '#contract/calls/merchant.ts';
import { Dishes, type ListPlace } from '#ui/dish/DishLine.tsx';

interface Props {
  readonly products: readonly Product[];
  /** Whether the page has so many dishes that those far away are left out. */
  readonly isLong: boolean;
  renderDish(product: Product, place?: ListPlace): ReactNode;
}

/** So many dishes of a page are rendered at once. */
const mostWhole = 150;

/** Whether a page with so many dishes is a long one. */
export function isLongList(dishes: number): boolean {
  return dishes > mostWhole;
}

export function DishList({ products, isLong, renderDish }: Props) {
  if (isLong) return <LongList products={products} renderDish={renderDish} />;
  return (
    <Dishes>
      {products.map((product) => (
        <Fragment key={product.id}>{renderDish(product)}</Fragment>
      ))}
    </Dishes>
  );
}

/** Dishes that are rendered together: whole lines of one, two or three columns. */
const chunkSize = 12;
/** Before the first row was measured, px. */
const usualRow = 150;
/** The measured heights of chunks by their first dish, px. They hold until the width of the screen changes. */
const heights = new Map<string, number>();
let measuredWidth = 0;

function LongList({ products, renderDish }: Omit<Props, 'isLong'>) {
  const list = useRef<HTMLUListElement>(null);
  const [near, setNear] = useState<ReadonlySet<number>>(none);
  const chunks = Array.from({ length: Math.ceil(products.length / chunkSize) }, (_, chunk) =>
    products.slice(chunk * chunkSize, (chunk + 1) * chunkSize),
  );
  const look = useCallback(() => {
    if (list.current) setNear((before) => findNear(list.current!, products, before));
  }, [products]);

  // Before the first paint, so that no gap is visible.
  useLayoutEffect(look, [look]);
  // Rendered rows have other heights than their gap, which moves all lists below.
  useEffect(lookSoon, [near]);
  useEffect(() => {
    looks.add(look);
    addEventListener('scroll', lookSoon, { passive: true });
    addEventListener('resize', lookSoon);
    return () => {
      looks.delete(look);
      if (looks.size > 0) return;
      removeEventListener('scroll', lookSoon);
      removeEventListener('resize', lookSoon);
    };
  }, [look]);

  return (
    <Dishes ref={list}>
      {chunks.map((chunk, n) =>
        near.has(n) ? (
          chunk.map((product, at) => (
            <Fragment key={product.id}>
              {renderDish(product, { position: n * chunkSize + at + 1, of: products.length })}
            </Fragment>
          ))
        ) : (
          <Gap key={chunk[0]!.id} aria-hidden data-gap style={{ height: estimateHeight(chunk) }} />
        ),
      )}
    </Dishes>
  );
}

const none: ReadonlySet<number> = new Set();

/** What each list of the page does after scrolling. All do it in the same frame. */
const looks = new Set<() => void>();
let frame = 0;

function lookSoon(): void {
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    for (const look of looks) look();
  });
}

/** Returns the numbers of the chunks that are less than a screen away. The same set if nothing changes. */
function findNear(
  list: HTMLElement,
  products: readonly Product[],
  before: ReadonlySet<number>,
): ReadonlySet<number> {
  if (measuredWidth !== innerWidth) heights.clear();
  measuredWidth = innerWidth;
  const near = new Set<number>();
  const { children } = list;
  let child = 0;
  for (let chunk = 0; chunk * chunkSize < products.length; chunk += 1) {
    const count = before.has(chunk) ? Math.min(chunkSize, products.length - chunk * chunkSize) : 1;
    const first = children[child];
    const last = children[(child += count) - 1];
    if (!first || !last) return before;
    const { top } = first.getBoundingClientRect();
    const { bottom } = last.getBoundingClientRect();
    if (before.has(chunk)) heights.set(products[chunk * chunkSize]!.id, bottom - top);
    const hasFocus = before.has(chunk) && isBetween(document.activeElement, first, last);
    if (hasFocus || (bottom > -innerHeight && top < 2 * innerHeight)) near.add(chunk);
  }
  const isSame = near.size === before.size && [...near].every((chunk) => before.has(chunk));
  return isSame ? before : near;
}

function isBetween(element: Element | null, first: Element, last: Element): boolean {
  const row = element?.closest('[data-dish]');
  if (!row || row.parentElement !== first.parentElement) return false;
  const follows = (one: Element, other: Element) =>
    one === other || (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  return follows(first, row) && follows(row, last);
}

/** The height of a chunk, px: as measured, or else that of the average row so far. */
function estimateHeight(chunk: readonly Product[]): number {
  const known = heights.get(chunk[0]!.id);
  if (known !== undefined) return known;
  const measured = [...heights.values()];
  const average = measured.reduce((sum, height) => sum + height, 0) / (measured.length || 1);
  return ((average || usualRow * chunkSize) * chunk.length) / chunkSize;
}

const Gap = styled.li`
  grid-column: 1 / -1;
`;
