/** Runs in each page before anything else: how a page becomes another one that is changed by hand. */

/** A text or an attribute that a tap changes. */
export interface Change {
  /** By the place of each node among its siblings, from the body. */
  readonly path: readonly number[];
  /** null: the node's text. */
  readonly attribute: string | null;
  /** Before the tap, and after it; null: there is none. */
  readonly values: readonly [before: string | null, after: string | null];
  /** It is part of the number that the tap counts. */
  readonly isNumber: boolean;
}

export interface Bench {
  /** Keeps the page as it is, before a tap on this number. */
  keep(number: Element): void;
  /** The changes in it since then. */
  changes(): readonly Change[];
  /** The page as it is now, without its code. */
  html(): string;
  /** Everything that the page's body says now, with its attributes. */
  body(): string;
  /** Scrolls that page as this one was when it was kept. */
  scrollBack(): void;
  /** From now on each click makes all of the changes, or takes them back. */
  changeOnClick(changes: readonly Change[]): void;
}

let kept: Node | undefined;

/** As HTML has it, where texts side by side are one. */
function bodyNow(): HTMLElement {
  const copy = document.body.cloneNode(true) as HTMLElement;
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
  if (!kept) throw new Error('no page was kept');
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
    ...[...after.childNodes].flatMap((child, n) =>
      changesBetween(before.childNodes[n]!, child, [...path, n]),
    ),
  ];
}

function changeOnClick(all: readonly Change[]): void {
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
  });
}

/** Where each element of the kept page was scrolled to. */
function scrollBack(): void {
  for (const element of document.querySelectorAll('[data-scrolled]')) {
    const [left, top] = element.getAttribute('data-scrolled')!.split(' ').map(Number);
    element.scrollTo({ left: left!, top: top!, behavior: 'instant' });
  }
}

const body = () => bodyNow().innerHTML;
const bench: Bench = { keep, changes, html, body, scrollBack, changeOnClick };
Object.assign(globalThis, { bench });
