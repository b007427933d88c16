import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useBackLayer } from '#ui/navigation/back-layer.ts';
import { pathInLanguage } from '#ui/routes/routes.ts';
import { showToast } from '#ui/feedback/show-toast.ts';
import { defaultLanguage } from '#contract/http/headers.ts';
import { useLazyPopup } from './lazy-popup.ts';

/** What every popup that answers a question is given. */
export interface QuestionPopupProps {
  readonly open: boolean;
  readonly closable: boolean;
  /** Closes it; true when what was asked for is there. Resolves once the page under it may go on elsewhere. */
  onAnswer(answer: boolean): Promise<void>;
}

interface QuestionPopup {
  readonly Popup: ComponentType<QuestionPopupProps> | undefined;
  readonly props: QuestionPopupProps;
  /** The same as long as the language is. */
  readonly asking: Asking;
}

interface Asking {
  /**
   * Opens it and resolves with its answer; asked again while it is open, both get the same one. undefined: the page was
   * left before there was one.
   */
  ask(closable?: boolean): Promise<boolean | undefined>;
  fetchCode(): Promise<boolean>;
  close(): void;
}

/**
 * A popup that somebody waits for. It closes (answer: false) when the diner goes to another page, and on the phone's
 * Back if it may be closed at all.
 */
export function useQuestionPopup(
  load: () => Promise<{ default: ComponentType<QuestionPopupProps> }>,
): QuestionPopup {
  const { t } = useTranslation();
  const { Popup, fetchCode } = useLazyPopup(load);
  // Another language is the same page.
  const page = pathInLanguage(useLocation().pathname, defaultLanguage);
  const [shown, setShown] = useState({ open: false, closable: true });
  const waiting = useRef<((answer: boolean | undefined) => void)[]>([]);
  const answered = useRef<boolean | undefined>(undefined);
  const here = useRef(page);
  const openedOn = useRef(page);

  // Before the effects of the pages: a page may ask as soon as it is there.
  useLayoutEffect(() => {
    here.current = page;
  }, [page]);

  const finish = useCallback((answer: boolean | undefined) => {
    answered.current = answer;
    setShown((before) => ({ ...before, open: false }));
    return new Promise<void>((resolve) => waiting.current.push(() => resolve()));
  }, []);
  const onAnswer: QuestionPopupProps['onAnswer'] = finish;

  const ask = useCallback(
    async (closable = true) => {
      const askedOn = here.current;
      const isLoaded = await fetchCode();
      if (!isLoaded) showToast(t('error.popup'));
      if (!isLoaded || here.current !== askedOn) return isLoaded ? undefined : false;
      openedOn.current = askedOn;
      setShown({ open: true, closable });
      return new Promise<boolean | undefined>((resolve) => waiting.current.push(resolve));
    },
    [fetchCode, t],
  );

  const close = useCallback(() => void finish(false), [finish]);
  const stands = useBackLayer(shown.open && shown.closable, close);

  // Either may come first: another page, or the popup that was asked for on the page before.
  useEffect(() => {
    if (shown.open && page !== openedOn.current) void finish(undefined);
  }, [page, shown.open, finish]);

  // Who asked may go to another page at once, so that this popup's entry has to be gone back over before.
  useEffect(() => {
    if (shown.open || stands) return;
    for (const resolve of waiting.current.splice(0)) resolve(answered.current);
  }, [shown, stands]);

  const asking = useMemo(() => ({ ask, fetchCode, close }), [ask, fetchCode, close]);
  return { Popup, props: { ...shown, onAnswer }, asking };
}
