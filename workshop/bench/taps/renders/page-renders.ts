/** Runs in the page before React: reads from React's own tree after each commit what has rendered, as its developer tools do. */
import type { Renders } from './render-count.ts';

interface Fiber {
  readonly type: unknown;
  readonly flags: number;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly alternate: Fiber | null;
}

/** The flag of a fiber whose component was called. */
const performedWork = 1;

let seen = new Map<string, { readonly instances: Set<Fiber>; times: number }>();

/** Of the app's own components; a styled element is part of the one that it stands in. */
function nameOf(type: unknown): string | undefined {
  if (typeof type === 'function') return type.name;
  const memo = (type as { type?: unknown } | null)?.type;
  return typeof memo === 'function' ? memo.name : undefined;
}

function note(fiber: Fiber): void {
  const name = nameOf(fiber.type);
  if (name === undefined || (fiber.flags & performedWork) === 0) return;
  const counted = seen.get(name) ?? { instances: new Set(), times: 0 };
  seen.set(name, counted);
  const other = fiber.alternate;
  counted.instances.add(other && counted.instances.has(other) ? other : fiber);
  counted.times += 1;
}

function visit(fiber: Fiber): void {
  note(fiber);
  // The same children as before: nothing below has rendered.
  if (fiber.alternate && fiber.child === fiber.alternate.child) return;
  for (let child = fiber.child; child; child = child.sibling) visit(child);
}

function rendered(): Renders {
  const found = [...seen].map(([name, { instances, times }]): [string, Renders[string]] => [
    name,
    { instances: instances.size, times },
  ]);
  seen = new Map();
  return Object.fromEntries(found);
}

Object.assign(globalThis, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    checkDCE: () => undefined,
    onCommitFiberRoot: (_renderer: number, root: { readonly current: Fiber }) => visit(root.current),
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
  },
  rendered,
});
