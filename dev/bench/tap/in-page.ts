/**
 * Runs in each page before any other script. It turns the app's page into one that is changed by hand:
 *
 *     keep(number) ─► tap ─► changes(), html(), body()     in the app's page
 *     scrollBack() ─► changeOnClick(changes)               in the copy
 */

/** A text or an attribute that a tap changes. */
export interface Change {
  /** The way to the node from the body: the index of each node among its siblings. */
  readonly path: readonly number[];
  /** null means the node's text. */
  readonly attribute: string | null;
  /** Before and after the tap. null means no value. */
  readonly values: readonly [before: string | null, after: string | null];
  /** Whether it belongs to the number that the tap counts. */
  readonly isNumber: boolean;
}

export interface Bench {
  /** Remembers the state of the page, before a tap on this number. */
  keep(number: Element): void;
  /** The changes since `keep`. */
  listChanges(): readonly Change[];
  /** The current page without its code. */
  createHtml(): string;
  /** The current HTML of the body. */
  getBodyHtml(): string;
  /** In the copy: scrolls to the positions at the time of `keep`. */
  scrollBack(): void;
  /**
   * In the copy: each click makes all of the changes, and the next one undoes them. With the address of a WebSocket
   * server, the click also stores its change, posts it and, after the answer, sends it there.
   */
  changeOnClick(changes: readonly Change[], socketAddress: string | undefined): Promise<void>;
  /** Records how long each tap takes from now on, from the finger to the painted frame. */
  watchTaps(): void;
  /** The durations of all recorded taps, ms. */
  listTaps(): readonly number[];
}

let saved: Node | undefined;

/** A copy of the body without code, with adjacent texts joined, because HTML cannot write two texts next to each other. */
function copyBody(): HTMLElement {
  const copy = document.body.cloneNode(true) as HTMLElement;
  for (const each of copy.querySelectorAll('script, link')) each.remove();
  copy.normalize();
  return copy;
}

function keep(number: Element): void {
  for (const old of document.querySelectorAll('[data-number]')) old.removeAttribute('data-number');
  number.setAttribute('data-number', '');
  for (const element of document.querySelectorAll('*'))
    if (element.scrollTop > 0 || element.scrollLeft > 0)
      element.setAttribute('data-scrolled', `${element.scrollLeft} ${element.scrollTop}`);
  saved = copyBody();
}

function listChanges(): readonly Change[] {
  if (!saved) throw new Error('no page was saved');
  return compareNodes(saved, copyBody(), []);
}

function createHtml(): string {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) =>
    [...cssRules].map(({ cssText }) => cssText),
  );
  const page = document.documentElement.cloneNode(true) as HTMLElement;
  const head = page.querySelector('head')!;
  for (const each of page.querySelectorAll('script, link, head style')) each.remove();
  head.append(Object.assign(document.createElement('style'), { textContent: rules.join('\n') }));
  return `<!doctype html>${page.outerHTML}`;
}

function compareNodes(before: Node, after: Node, path: readonly number[]): Change[] {
  if (before.nodeName !== after.nodeName || before.childNodes.length !== after.childNodes.length)
    throw new Error(
      `a tap inserts or removes an element of <${after.parentNode?.nodeName}> at ${path.join(' ')}`,
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
    ...[...after.childNodes].flatMap((child, n) => compareNodes(before.childNodes[n]!, child, [...path, n])),
  ];
}

async function changeOnClick(all: readonly Change[], socketAddress: string | undefined): Promise<void> {
  const share = socketAddress === undefined ? undefined : await openSharing(socketAddress);
  const found = all.map(({ path, attribute, values }) => {
    const node = path.reduce((parent: Node, n) => parent.childNodes[n]!, document.body);
    const now = attribute === null ? node.nodeValue : (node as Element).getAttribute(attribute);
    if (now !== values[1]) throw new Error(`${path.join(' ')} is another part of the page here`);
    return { node, attribute, values };
  });
  let turn = 1;
  addEventListener('click', () => {
    turn = 1 - turn;
    for (const { node, attribute, values } of found) {
      const value = values[turn]!;
      if (attribute === null) node.nodeValue = value;
      else if (value === null) (node as Element).removeAttribute(attribute);
      else (node as Element).setAttribute(attribute, value);
    }
    share?.(JSON.stringify(found.map(({ values }) => values[turn])));
  });
}

/** Stores a change by the browser's own means, posts it and, after the answer, sends it to the others. */
async function openSharing(socketAddress: string): Promise<(change: string) => void> {
  const waitFor = async (target: EventTarget, event: string) =>
    await new Promise((resolve, reject) => {
      target.addEventListener(event, resolve);
      target.addEventListener('error', () => reject(new Error(`no ${event}`)));
    });
  const opening = indexedDB.open('by-hand');
  opening.addEventListener('upgradeneeded', () =>
    opening.result.createObjectStore('changes', { autoIncrement: true }),
  );
  await waitFor(opening, 'success');
  const socket = new WebSocket(socketAddress);
  await waitFor(socket, 'open');
  socket.addEventListener('message', ({ data }) => JSON.parse(String(data)) as unknown);
  const share = async (change: string) => {
    const storing = opening.result.transaction('changes', 'readwrite');
    storing.objectStore('changes').add(change);
    await waitFor(storing, 'complete');
    const answer = await fetch(location.href, { method: 'POST', body: change });
    socket.send(JSON.stringify(await answer.json()));
  };
  return (change) => void share(change);
}

function scrollBack(): void {
  for (const element of document.querySelectorAll('[data-scrolled]')) {
    const [left, top] = element.getAttribute('data-scrolled')!.split(' ').map(Number);
    element.scrollTo({ left: left!, top: top!, behavior: 'instant' });
  }
}

const durations = new Map<number, number>();

function watchTaps(): void {
  const record = (entries: PerformanceEntryList) => {
    for (const { interactionId, duration } of entries as PerformanceEventTiming[])
      if (interactionId > 0)
        durations.set(interactionId, Math.max(duration, durations.get(interactionId) ?? 0));
  };
  const observer = new PerformanceObserver((list) => record(list.getEntries()));
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

const listTaps = () => [...durations.values()];
const getBodyHtml = () => copyBody().innerHTML;
const bench: Bench = {
  keep,
  listChanges,
  createHtml,
  getBodyHtml,
  scrollBack,
  changeOnClick,
  watchTaps,
  listTaps,
};
Object.assign(globalThis, { bench });
