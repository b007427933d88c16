import { useCallback, useEffect, useState, type ComponentType } from 'react';

export interface LazyPopup<Props> {
  /** undefined until its code is here. */
  readonly Popup: ComponentType<Props> | undefined;
  /** Fetches the code; false when it can't be had, which a later call may mend. */
  fetchCode(): Promise<boolean>;
}

/** A popup whose code is fetched when it is first needed. `load` must keep its identity. */
export function useLazyPopup<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyPopup<Props> {
  const [Popup, setPopup] = useState<ComponentType<Props>>();
  const fetchCode = useCallback(async () => {
    try {
      const { default: component } = await load();
      setPopup(() => component);
      return true;
    } catch (error) {
      console.warn('a popup could not be loaded', error);
      return false;
    }
  }, [load]);
  return { Popup, fetchCode };
}

/** The same for what belongs to the page: its code follows as soon as the page stands, and is asked for again at need. */
export function useLazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  needed: boolean,
): LazyPopup<Props> {
  const part = useLazyPopup(load);
  const { Popup, fetchCode } = part;
  useEffect(() => {
    if (!Popup) void fetchCode();
  }, [Popup, fetchCode, needed]);
  return part;
}
