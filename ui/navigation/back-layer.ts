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

/** The browser's own entry, as the router keeps it; it knows of a step back before the page does. */
function entryNow(): Entry {
  const { key = 'default', usr = null } = (history.state ?? {}) as { key?: string; usr?: unknown };
  return { key, state: usr };
}

function layerOf(state: unknown): LayerState['layer'] | undefined {
  return (state as Partial<LayerState> | null)?.layer;
}

/** The ids of the layers over a page, the uppermost first. */
function layersOf({ state }: Pick<Entry, 'state'>): string[] {
  const layer = layerOf(state);
  return layer ? [layer.id, ...layersOf(layer.over)] : [];
}

/** The page's own entry, under whatever layers lie over it. */
export function getPageEntry(entry: Entry): Entry {
  const layer = layerOf(entry.state);
  return layer ? getPageEntry(layer.over) : { key: entry.key, state: entry.state };
}

/** True while another page is on its way here: the browser is there already, the page before still stands (D12). */
export function isBeingLeft(pathname: string): boolean {
  return globalThis.location.pathname !== pathname;
}

/** The entry that is being left: going back takes a moment, and a second step back would go too far. */
let leaving: string | undefined;

/** Does `work` when no layer's entry lies over the page's own any more: a step back before that would take the layer's. */
export function runOnceUncovered(work: () => void): void {
  if (layersOf(entryNow()).length === 0) work();
  // What else hears of the step back has its turn first.
  else addEventListener('popstate', () => setTimeout(runOnceUncovered, 0, work), { once: true });
}

/**
 * Gives a layer an entry of its own in the history while it is open, so that the phone's Back closes the layer and
 * nothing under it. Answers whether the entry still stands.
 */
export function useBackLayer(open: boolean, onBack: () => void): boolean {
  const location = useLocation();
  const navigate = useNavigate();
  // Another one after a reload, when the entries of the time before are nobody's.
  const [id] = useState(() => nanoid());
  const layers = layersOf(location);
  const stands = layers.includes(id);
  const isUppermost = layers[0] === id;
  const stood = useRef(false);
  const entered = useRef(false);

  const mayEnter = useEffectEvent(() => leaving === undefined && !isBeingLeft(location.pathname));
  const enter = useEffectEvent(() => {
    const over = entryNow();
    if (layersOf(over).includes(id)) return;
    const { search, hash } = location;
    entered.current = true;
    void navigate({ search, hash }, { state: { layer: { id, over } } satisfies LayerState });
  });
  const leave = useEffectEvent(() => {
    if (leaving === location.key) return;
    leaving = location.key;
    addEventListener('popstate', () => (leaving = undefined), { once: true });
    void navigate(-1);
  });
  const back = useEffectEvent(onBack);

  // Back may come before this page has heard of the entry that was made for it.
  const hearBack = useEffectEvent(() => {
    if (!entered.current || stood.current || layersOf(entryNow()).includes(id)) return;
    entered.current = false;
    back();
  });

  useEffect(() => {
    if (!open) return;
    // The step back from another layer would take this one's entry; an entry of this page would call off the next one.
    const enterNext = () => enter();
    if (mayEnter()) enter();
    else addEventListener('popstate', enterNext, { once: true });
    const handlePop = () => hearBack();
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
    stood.current = open && stands;
  }, [open, stands, isUppermost]);

  // Whatever it stood in has gone with it open: an entry that is nobody's would swallow the next Back.
  const leaveForGood = useEffectEvent(() => {
    if (layersOf(entryNow())[0] === id) leave();
  });
  useEffect(() => () => leaveForGood(), []);

  return stands;
}

/** After a reload no layer is open any more; their entries are gone back over. */
export function useNoLayersAtStart(): void {
  const navigate = useNavigate();
  const depth = layersOf(useLocation()).length;
  const goBack = useEffectEvent(() => {
    if (depth > 0) void navigate(-depth);
  });
  useEffect(() => goBack(), []);
}

/** Goes back within the app; whoever came here by a link goes to `fallback`. */
export function useBack(fallback: string): () => void {
  const navigate = useNavigate();
  return () => {
    // The router numbers its entries from where the app was opened.
    const { idx = 0 } = (history.state ?? {}) as { idx?: number };
    void (idx > 0 ? navigate(-1) : navigate(fallback, { replace: true }));
  };
}
