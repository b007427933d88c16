/**
 * Lets the phone's Back button close the uppermost layer (sheet, dialog) instead of leaving the page. Each open layer has its
 * own entry in the browser's history. The entry's state holds the layer's id and the entry under it.
 *
 *   page ◄── sheet { id: a, over: page } ◄── dialog { id: b, over: sheet }      Back ─► the dialog closes
 *
 *   layer opens              ─► push an entry
 *   Back removes the entry   ─► close the layer
 *   layer closes by itself   ─► go back over its entry
 *
 * `navigate(-1)` takes effect later, with the event `popstate`. Until then no other entry may be pushed or left.
 */
import { nanoid } from 'nanoid';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

interface Entry {
  readonly key: string;
  readonly state: unknown;
}

interface LayerState {
  readonly layer: { readonly id: string; readonly over: Entry };
}

/** The browser's present entry in the router's format. After a step back it is up to date before React has rendered. */
function readCurrentEntry(): Entry {
  const { key = 'default', usr = null } = (history.state ?? {}) as { key?: string; usr?: unknown };
  return { key, state: usr };
}

function readLayer(state: unknown): LayerState['layer'] | undefined {
  return (state as Partial<LayerState> | null)?.layer;
}

/** Lists the ids of the layers over a page, the uppermost first. */
function listLayers({ state }: Pick<Entry, 'state'>): string[] {
  const layer = readLayer(state);
  return layer ? [layer.id, ...listLayers(layer.over)] : [];
}

/** Returns the entry of the page itself, below all layers. */
export function getPageEntry(entry: Entry): Entry {
  const layer = readLayer(entry.state);
  return layer ? getPageEntry(layer.over) : { key: entry.key, state: entry.state };
}

/** Whether another page is being loaded: the browser already has its address, but the old page is still shown. */
export function isBeingLeft(pathname: string): boolean {
  return globalThis.location.pathname !== pathname;
}

/** Key of the entry that is being left. Going back takes a moment, and a second step back would go too far. */
let leaving: string | undefined;

/** Runs `work` as soon as no layer's entry is over the page's. A navigation before that would affect the layer's entry. */
export function runOnceUncovered(work: () => void): void {
  if (listLayers(readCurrentEntry()).length === 0) work();
  // The timeout lets the other listeners of this event run first.
  else addEventListener('popstate', () => setTimeout(runOnceUncovered, 0, work), { once: true });
}

/** Gives a layer its own entry in the history while it is open. Returns whether the entry exists. */
export function useBackLayer(open: boolean, onBack: () => void): boolean {
  const location = useLocation();
  const navigate = useNavigate();
  // A new id after a reload: entries from before the reload belong to no layer.
  const [id] = useState(() => nanoid());
  const layers = listLayers(location);
  const stands = layers.includes(id);
  const isUppermost = layers[0] === id;
  const stood = useRef(false);
  const entered = useRef(false);

  const mayEnter = useEffectEvent(() => leaving === undefined && !isBeingLeft(location.pathname));
  const enter = useEffectEvent(() => {
    const over = readCurrentEntry();
    if (listLayers(over).includes(id)) return;
    const { search, hash } = location;
    entered.current = true;
    void navigate({ search, hash }, { state: { layer: { id, over } } satisfies LayerState });
  });
  const isLeaving = useEffectEvent(() => leaving === location.key);
  const leave = useEffectEvent(() => {
    if (isLeaving()) return;
    leaving = location.key;
    addEventListener('popstate', () => (leaving = undefined), { once: true });
    void navigate(-1);
  });
  const back = useEffectEvent(onBack);

  // The diner may go back before React has rendered the new entry.
  const handleEarlyBack = useEffectEvent(() => {
    if (!entered.current || stood.current || listLayers(readCurrentEntry()).includes(id)) return;
    entered.current = false;
    back();
  });

  useEffect(() => {
    if (!open) return;
    // While another layer's step back is under way, it would remove this entry. While another page is loading, a new entry
    // would cancel that navigation. In both cases wait for the next `popstate`.
    const enterNext = () => enter();
    if (mayEnter()) enter();
    else addEventListener('popstate', enterNext, { once: true });
    const handlePop = () => handleEarlyBack();
    addEventListener('popstate', handlePop);
    return () => {
      entered.current = false;
      removeEventListener('popstate', enterNext);
      removeEventListener('popstate', handlePop);
    };
  }, [open]);
  useEffect(() => {
    if (open && !stands && stood.current) back();
    else if (!open && isUppermost) leave();
    // A layer that opens again while the step back over its last entry is under way has no entry yet.
    stood.current = open && stands && !isLeaving();
  }, [open, stands, isUppermost]);

  // The component was removed while its layer was open. Its entry must go, or the next Back would have no effect.
  const leaveForGood = useEffectEvent(() => {
    if (listLayers(readCurrentEntry())[0] === id) leave();
  });
  useEffect(() => () => leaveForGood(), []);

  return stands;
}

/** After a reload no layer is open. Goes back over the entries that they have left. */
export function useNoLayersAtStart(): void {
  const navigate = useNavigate();
  const depth = listLayers(useLocation()).length;
  const goBack = useEffectEvent(() => {
    if (depth > 0) void navigate(-depth);
  });
  useEffect(() => goBack(), []);
}

/** Returns a function that goes back within the app, or to `fallback` if the app was opened on this page. */
export function useBack(fallback: string): () => void {
  const navigate = useNavigate();
  return () => {
    // The router counts its entries from the one on which the app was opened.
    const { idx = 0 } = (history.state ?? {}) as { idx?: number };
    void (idx > 0 ? navigate(-1) : navigate(fallback, { replace: true }));
  };
}
