/** Runs in each page before anything else: what its taps take, and how one page becomes another that is changed by hand. */

/** A text or an attribute that a tap changes. */
export interface Change {
  /** By the place of each node among its siblings, from the body. */
  readonly path: readonly number[];
  /** null: the node's text. */
  readonly attribute: string | null;
  /** Before the tap, and after it; null: there is none. */
  readonly values: readonly [before: string | null, after: string | null];
  /** It is the number that the tap counts. */
  readonly isNumber: boolean;
}

export interface Felt {
  /** ms of each interaction, by Event Timing, which speaks of none that takes less than 16. */
  readonly interactions: readonly number[];
  /** ms of each task of more than 50. */
  readonly longTasks: readonly number[];
}

export interface Bench {
  /** What has happened since the last look. */
  felt(): Felt;
  /** Keeps the page as it is, before a tap on this number. */
  keep(number: Element): void;
  /** What has changed in it since then. */
  changes(): readonly Change[];
  /** The page as it is now, without its code. */
  html(): string;
  /** Scrolls that page as this one was when it was kept. */
  scrollBack(): void;
  /** From now on each click makes all of the changes, or takes them back. */
  changeOnClick(changes: readonly Change[]): void;
  /** The same with what a tap cannot do without: the number first, the rest after its frame, one record put, one request. */
  keepAndSendOnClick(changes: readonly Change[], record: string, path: string): Promise<void>;
}

let durations = new Map<number, number>();
let longTasks: number[] = [];
let kept: Node | undefined;

interface EventTiming extends PerformanceEntry {
  readonly interactionId: number;
}

const events = new PerformanceObserver((list) => noteEvents(list.getEntries()));
events.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
const tasks = new PerformanceObserver((list) => noteTasks(list.getEntries()));
tasks.observe({ type: 'longtask' });

function noteEvents(entries: PerformanceEntryList): void {
  for (const { interactionId, duration } of entries as EventTiming[])
    if (interactionId > 0)
      durations.set(interactionId, Math.max(duration, durations.get(interactionId) ?? 0));
}

function noteTasks(entries: PerformanceEntryList): void {
  longTasks.push(...entries.map(({ duration }) => duration));
}

function felt(): Felt {
  noteEvents(events.takeRecords());
  noteTasks(tasks.takeRecords());
  const found = { interactions: [...durations.values()], longTasks };
  durations = new Map();
  longTasks = [];
  return found;
}

/** As HTML has it, where texts side by side are one. */
function bodyNow(): Node {
  const copy = document.body.cloneNode(true);
  copy.normalize();
  return copy;
}

function keep(number: Element): void {
  for (const old of document.querySelectorAll('[data-number]')) old.removeAttribute('data-number');
  number.setAttribute('data-number', '');
  for (const element of document.querySelectorAll('*'))
    if (element.scrollTop > 0 || element.scrollLeft > 0)
      element.setAttribute('data-scrolled', `${element.scrollLeft} ${element.scrollTop}`);
  kept = bodyNow();
}

function changes(): readonly Change[] {
  if (!kept) throw new Error('nothing was kept');
  return changesBetween(kept, bodyNow(), []);
}

function html(): string {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) =>
    [...cssRules].map(({ cssText }) => cssText),
  );
  const page = document.documentElement.cloneNode(true) as HTMLElement;
  const head = page.querySelector('head')!;
  for (const each of head.querySelectorAll('script, style, link')) each.remove();
  head.append(Object.assign(document.createElement('style'), { textContent: rules.join('\n') }));
  return `<!doctype html>${page.outerHTML}`;
}

function changesBetween(before: Node, after: Node, path: readonly number[]): Change[] {
  if (before.nodeName !== after.nodeName || before.childNodes.length !== after.childNodes.length)
    throw new Error(
      `a tap puts in or takes out what stands in <${after.parentNode?.nodeName}> ${path.join(' ')}`,
    );
  const isNumber = (after instanceof Element ? after : after.parentElement)?.closest('[data-number]') != null;
  const names =
    before instanceof Element && after instanceof Element
      ? new Set([...before.getAttributeNames(), ...after.getAttributeNames()])
      : [];
  const all: Omit<Change, 'path' | 'isNumber'>[] = [
    { attribute: null, values: [before.nodeValue, after.nodeValue] },
    ...[...names].map((attribute): (typeof all)[number] => ({
      attribute,
      values: [(before as Element).getAttribute(attribute), (after as Element).getAttribute(attribute)],
    })),
  ];
  return [
    ...all.filter(({ values: [old, now] }) => old !== now).map((change) => ({ ...change, path, isNumber })),
    ...[...after.childNodes].flatMap((child, n) =>
      changesBetween(before.childNodes[n]!, child, [...path, n]),
    ),
  ];
}

function changeOnClick(all: readonly Change[]): void {
  const change = changer(all);
  addEventListener('click', change);
}

async function keepAndSendOnClick(all: readonly Change[], record: string, path: string): Promise<void> {
  const [changeNumber, changeRest] = [true, false].map((isNumber) =>
    changer(all.filter((change) => change.isNumber === isNumber)),
  );
  const opening = indexedDB.open('by-hand', 1);
  opening.addEventListener('upgradeneeded', () =>
    opening.result.createObjectStore('records', { autoIncrement: true }),
  );
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  addEventListener('click', () => {
    changeNumber!();
    const putting = opening.result.transaction('records', 'readwrite');
    putting.objectStore('records').put(JSON.parse(record));
    putting.addEventListener('complete', () => void sent(path, record));
    requestAnimationFrame(() => setTimeout(changeRest!));
  });
}

async function sent(path: string, body: string): Promise<unknown> {
  const answer = await fetch(path, { method: 'POST', body });
  return await answer.json();
}

/** Makes all of the changes, or takes them back, each time that it is called. */
function changer(all: readonly Change[]): () => void {
  const found = all.map(({ path, attribute, values }) => {
    const node = path.reduce((parent: Node, n) => parent.childNodes[n]!, document.body);
    const now = attribute === null ? node.nodeValue : (node as Element).getAttribute(attribute);
    if (now !== values[1]) throw new Error(`${path.join(' ')} is another part of the page here`);
    return { node, attribute, values };
  });
  let turn = 1;
  return () => {
    turn = 1 - turn;
    for (const { node, attribute, values } of found) {
      const value = values[turn]!;
      if (attribute === null) node.nodeValue = value;
      else if (value === null) (node as Element).removeAttribute(attribute);
      else (node as Element).setAttribute(attribute, value);
    }
  };
}

/** Where each element of the kept page was scrolled to. */
function scrollBack(): void {
  for (const element of document.querySelectorAll('[data-scrolled]')) {
    const [left, top] = element.getAttribute('data-scrolled')!.split(' ').map(Number);
    element.scrollTo({ left: left!, top: top!, behavior: 'instant' });
  }
}

const bench: Bench = { felt, keep, changes, html, scrollBack, changeOnClick, keepAndSendOnClick };
Object.assign(globalThis, { bench });
