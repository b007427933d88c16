import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
} from 'react';
import { useTranslation } from 'react-i18next';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { pathInLanguage } from '#src/app/routes.ts';
import { showToast } from '#src/ui/show-toast.ts';
import { defaultLanguage } from '#contract/headers.ts';
import { useLazyPopup } from './lazy-popup.ts';

/** What every popup that answers a question is given. */
export interface AskedPopupProps {
  readonly open: boolean;
  readonly closable: boolean;
  /** Closes it; true when what was asked for is there. */
  onAnswer(answer: boolean): void;
}

export interface AskedPopup {
  readonly Popup: ComponentType<AskedPopupProps> | undefined;
  readonly props: AskedPopupProps;
  /** Opens it and resolves with its answer; asked again while it is open, both get the same one. */
  ask(closable: boolean): Promise<boolean>;
  fetchCode(): Promise<boolean>;
}

/**
 * A popup that somebody waits for. It closes (answer: false) when the diner goes to another page, and on the phone's
 * Back if it may be closed at all.
 */
export function useAskedPopup(load: () => Promise<{ default: ComponentType<AskedPopupProps> }>): AskedPopup {
  const { t } = useTranslation();
  const { Popup, fetchCode } = useLazyPopup(load);
  const { pathname, key } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  // Another language is the same page.
  const page = pathInLanguage(pathname, defaultLanguage);
  const [shown, setShown] = useState({ open: false, closable: true });
  const waiting = useRef<((answer: boolean) => void)[]>([]);
  const here = useRef({ page, key });
  const openedAt = useRef({ page, key });

  // Before the effects of the pages: a page may ask as soon as it is there.
  useLayoutEffect(() => {
    here.current = { page, key };
  }, [page, key]);

  const onAnswer = useCallback((answer: boolean) => {
    setShown((before) => ({ ...before, open: false }));
    for (const resolve of waiting.current.splice(0)) resolve(answer);
  }, []);

  const ask = useCallback(
    async (closable: boolean) => {
      const { page: askedOn } = here.current;
      const isLoaded = await fetchCode();
      if (!isLoaded) showToast(t('error.popup'));
      if (!isLoaded || here.current.page !== askedOn) return false;
      openedAt.current = here.current;
      setShown({ open: true, closable });
      return new Promise<boolean>((resolve) => waiting.current.push(resolve));
    },
    [fetchCode, t],
  );

  const leave = useEffectEvent((now: { page: string; key: string }) => {
    const isElsewhere = now.page !== openedAt.current.page;
    const isWithdrawn = isBack && shown.closable && now.key !== openedAt.current.key;
    if (shown.open && (isElsewhere || isWithdrawn)) onAnswer(false);
  });
  useEffect(() => leave({ page, key }), [page, key]);

  return { Popup, props: { ...shown, onAnswer }, ask, fetchCode };
}
