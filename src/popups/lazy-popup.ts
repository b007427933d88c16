import { useCallback, useState, type ComponentType } from 'react';

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
