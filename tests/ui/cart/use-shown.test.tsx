import { BehaviorSubject } from 'rxjs';
import { act, startTransition, StrictMode, type ReactNode } from 'react';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getShown, type Shown } from '#src/cart/listeners.ts';
import { useShown } from '#src/cart/use-shown.ts';

interface Cart {
  readonly tea: number;
  readonly soup: number;
}

/** What each component rendered, in order: its name and its part. */
const rendered: [name: string, part: unknown][] = [];
let root: Root;

beforeEach(async () => {
  // The components render no elements, so React needs no more of a page than this.
  const page = { nodeType: 9, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('HTMLIFrameElement', Array);
  vi.stubGlobal('document', page);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const { createRoot } = await import('react-dom/client');
  root = createRoot({ ...page, nodeType: 1, tagName: 'DIV', ownerDocument: page } as unknown as Element);
  rendered.length = 0;
});
afterEach(() => {
  render(null);
  vi.unstubAllGlobals();
});

const render = (page: ReactNode) => act(() => root.render(page));

function createCart(tea = 1, soup = 1) {
  const state = new BehaviorSubject<Cart>({ tea, soup });
  return { state, shown: getShown(state) };
}

function Dish({ of, dish, onRender }: { of: Shown<Cart>; dish: keyof Cart; onRender?(): void }) {
  const count = useShown(of, { tea: 0, soup: 0 }, (cart) => cart[dish]);
  rendered.push([dish, count]);
  onRender?.();
  return null;
}

test('a component renders again only if its part changes', () => {
  const { state, shown } = createCart();
  render([<Dish key="t" of={shown} dish="tea" />, <Dish key="s" of={shown} dish="soup" />]);
  act(() => state.next({ tea: 2, soup: 1 }));
  act(() => state.next({ tea: 2, soup: 1 }));
  expect(rendered).toEqual([
    ['tea', 1],
    ['soup', 1],
    ['tea', 2],
  ]);
});

test('a selector with other props reads the newest value, although no change of it was rendered', () => {
  const { state, shown } = createCart();
  render(<Dish of={shown} dish="tea" />);
  act(() => state.next({ tea: 1, soup: 5 }));
  render(<Dish of={shown} dish="soup" />);
  expect(rendered.at(-1)).toEqual(['soup', 5]);
  act(() => state.next({ tea: 1, soup: 6 }));
  expect(rendered.at(-1)).toEqual(['soup', 6]);
});

test('a change between the render and the subscription is shown', () => {
  const { state, shown } = createCart();
  const change = vi.fn(() => state.next({ tea: 2, soup: 1 }));
  render(<Dish of={shown} dish="tea" onRender={() => change.mock.calls.length === 0 && change()} />);
  expect(rendered.at(-1)).toEqual(['tea', 2]);
});

test('an urgent render shows the cart before a transition that began earlier', () => {
  const { state, shown } = createCart();
  function Stepper({ number }: { number: number }) {
    rendered.push(['number', number]);
    return <Dish of={shown} dish="soup" />;
  }
  render(<Stepper number={0} />);
  rendered.length = 0;
  act(() => {
    startTransition(() => state.next({ tea: 1, soup: 2 }));
    root.render(<Stepper number={1} />);
  });
  expect(rendered).toEqual([
    ['number', 1],
    ['soup', 1],
    ['soup', 2],
  ]);
});

test('an own change after one of others in a transition shows both', () => {
  const { state, shown } = createCart();
  render([<Dish key="t" of={shown} dish="tea" />, <Dish key="s" of={shown} dish="soup" />]);
  act(() => {
    startTransition(() => state.next({ tea: 1, soup: 2 }));
    state.next({ tea: 2, soup: 2 });
    startTransition(() => state.next({ tea: 2, soup: 1 }));
  });
  const getLast = (dish: string) => rendered.findLast(([name]) => name === dish)![1];
  expect([getLast('tea'), getLast('soup')]).toEqual([2, 1]);
});

test('another source is shown at once, and the first one is left', () => {
  const [one, other] = [createCart(1), createCart(7)];
  render(<Dish of={one.shown} dish="tea" />);
  render(<Dish of={other.shown} dish="tea" />);
  expect(rendered.at(-1)).toEqual(['tea', 7]);
  rendered.length = 0;
  act(() => one.state.next({ tea: 2, soup: 1 }));
  expect(rendered).toEqual([]);
  act(() => other.state.next({ tea: 8, soup: 1 }));
  expect(rendered.at(-1)).toEqual(['tea', 8]);
});

test('StrictMode shows each change, and an unmounted component none', () => {
  const { state, shown } = createCart();
  render(
    <StrictMode>
      <Dish of={shown} dish="tea" />
    </StrictMode>,
  );
  act(() => state.next({ tea: 2, soup: 1 }));
  expect(rendered.at(-1)).toEqual(['tea', 2]);
  render(null);
  rendered.length = 0;
  act(() => state.next({ tea: 3, soup: 1 }));
  expect(rendered).toEqual([]);
});
