import { startTransition, useCallback, useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackLayer } from '#ui/navigation/back-layer.ts';
import { waitForFirstPage } from '#src/navigation/first-page.ts';
import { loadWithTexts } from '#ui/i18n/i18n.ts';
import { showToast } from '#ui/feedback/show-toast.ts';

/**
 * Components whose code is loaded apart from the page:
 *
 * | hook | loads the code | opened by |
 * |---|---|---|
 * | `useLazyPopup` | when the caller calls `fetchCode` | the caller |
 * | `useLazyPart` | after the first page is shown, or at once if needed | the caller |
 * | `useTappedPopup` | with the first tap | a tap, closed by Back |
 * | `useTappedPart` | after the first page is shown | a tap, closed by Back |
 */

interface LazyPopup<Props> {
  /** undefined until the code is loaded. */
  readonly Popup: ComponentType<Props> | undefined;
  /** Loads the code. Resolves with false if that failed. A later call tries again. */
  fetchCode(): Promise<boolean>;
}

/** Loads the code on request. `load` must keep its identity. */
export function useLazyPopup<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyPopup<Props> {
  const [Popup, setPopup] = useState<ComponentType<Props>>();
  const fetchCode = useCallback(async () => {
    try {
      const { default: component } = await loadWithTexts(load)();
      // A transition renders in slices, so that the menu below stays responsive.
      startTransition(() => setPopup(() => component));
      return true;
    } catch (error) {
      console.warn('a popup could not be loaded', error);
      return false;
    }
  }, [load]);
  return { Popup, fetchCode };
}

interface PartOptions {
  /** True if the diner waits for it. Loads at once instead of after the first page is shown. */
  readonly needed: boolean;
  /** Called if loading failed while `needed`. A toast informs the diner. */
  giveUp?(): void;
}

/** Loads the code once the first page is shown, and again when `needed` if that failed. */
export function useLazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { needed, giveUp }: PartOptions,
): LazyPopup<Props> {
  const { t } = useTranslation();
  const part = useLazyPopup(load);
  const { Popup, fetchCode } = part;
  const isLoaded = Popup !== undefined;
  const reportFailure = useEffectEvent(() => {
    if (!giveUp) return;
    showToast(t('error.popup'));
    giveUp();
  });
  useEffect(() => {
    if (isLoaded) return;
    let isCancelled = false;
    const fetch = async () => {
      if (!needed) await waitForFirstPage();
      if (!isCancelled && !(await fetchCode()) && needed && !isCancelled) reportFailure();
    };
    void fetch();
    return () => {
      isCancelled = true;
    };
  }, [isLoaded, needed, fetchCode]);
  return part;
}

/** A popup that a tap opens, with an entry in the browser's history. */
interface TappedPopup<Props> extends Pick<LazyPopup<Props>, 'Popup'> {
  readonly isOpen: boolean;
  open(): void;
  close(): void;
}

/**
 * Loads the code with the first tap.
 * @param hasContent false closes the popup, because it has nothing to show
 */
export function useTappedPopup<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  hasContent = true,
): TappedPopup<Props> {
  const { t } = useTranslation();
  const { Popup, fetchCode } = useLazyPopup(load);
  const [isRequested, setRequested] = useState(false);
  const isOpen = isRequested && hasContent;
  const close = () => setRequested(false);
  useBackLayer(isOpen, close);
  const open = async () => {
    if (await fetchCode()) setRequested(true);
    else showToast(t('error.popup'));
  };
  return { Popup, isOpen, open: () => void open(), close };
}

/** Loads the code once the first page is shown. The first tap opens it without delay. */
export function useTappedPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): TappedPopup<Props> {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  useBackLayer(isOpen, close);
  const { Popup } = useLazyPart(load, { needed: isOpen, giveUp: close });
  return { Popup, isOpen, open: () => setOpen(true), close };
}
