import { startTransition, useCallback, useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackLayer } from '#ui/navigation/back-layer.ts';
import { whenFirstPageShown } from '#src/navigation/first-page.ts';
import { withTexts } from '#ui/i18n/i18n.ts';
import { showToast } from '#ui/feedback/show-toast.ts';

interface LazyPopup<Props> {
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
      const { default: component } = await withTexts(load)();
      // In slices: the menu under it goes on answering.
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
  /** The diner waits for it: it is fetched at once, else when the first page stands. */
  readonly needed: boolean;
  /** Takes back what needs it, when it can't be had; the diner is told. */
  giveUp?(): void;
}

/** The same for what belongs to the page: its code follows as soon as the page stands, and is asked for again at need. */
export function useLazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { needed, giveUp }: PartOptions,
): LazyPopup<Props> {
  const { t } = useTranslation();
  const part = useLazyPopup(load);
  const { Popup, fetchCode } = part;
  const isHere = Popup !== undefined;
  const tell = useEffectEvent(() => {
    if (!giveUp) return;
    showToast(t('error.popup'));
    giveUp();
  });
  useEffect(() => {
    if (isHere) return;
    let left = false;
    const fetch = async () => {
      if (!needed) await whenFirstPageShown();
      if (!left && !(await fetchCode()) && needed && !left) tell();
    };
    void fetch();
    return () => {
      left = true;
    };
  }, [isHere, needed, fetchCode]);
  return part;
}

/** A popup that a tap opens over the page, with a Back of its own. */
interface TappedPopup<Props> extends Pick<LazyPopup<Props>, 'Popup'> {
  readonly isOpen: boolean;
  open(): void;
  close(): void;
}

/** Its code comes with the first tap. `mayStand`: false while there is nothing to show in it. */
export function useTappedPopup<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  mayStand = true,
): TappedPopup<Props> {
  const { t } = useTranslation();
  const { Popup, fetchCode } = useLazyPopup(load);
  const [asked, setAsked] = useState(false);
  const isOpen = asked && mayStand;
  const close = () => setAsked(false);
  useBackLayer(isOpen, close);
  const open = async () => {
    if (await fetchCode()) setAsked(true);
    else showToast(t('error.popup'));
  };
  return { Popup, isOpen, open: () => void open(), close };
}

/** The same with code that follows as soon as the page stands. */
export function useTappedPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): TappedPopup<Props> {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  useBackLayer(isOpen, close);
  const { Popup } = useLazyPart(load, { needed: isOpen, giveUp: close });
  return { Popup, isOpen, open: () => setOpen(true), close };
}
