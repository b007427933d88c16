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
import { translatePath } from '#ui/routes/routes.ts';
import { showToast } from '#ui/feedback/show-toast.ts';
import { defaultLanguage } from '#contract/http/headers.ts';
import { useLazyPopup } from './lazy-popup.ts';

/**
 * Popups that a caller awaits, for example `if (await askLogin()) …`.
 *
 *   closed ──ask()──► code loaded ──► open ──onAnswer(), Back, another page──► closing ──► callers get the answer
 *
 * While open, the popup has an entry in the browser's history, so that Back closes it. Callers often navigate right
 * after the answer. They get it only after that entry is gone, because the removal would undo their navigation.
 */

/** The props of every popup that answers a question. */
export interface QuestionPopupProps {
  readonly open: boolean;
  readonly closable: boolean;
  /** Closes the popup with an answer: true if the diner gave what was asked for. Resolves once navigation is safe. */
  onAnswer(answer: boolean): Promise<void>;
}

interface QuestionPopup {
  readonly Popup: ComponentType<QuestionPopupProps> | undefined;
  readonly props: QuestionPopupProps;
  /** Keeps its identity until the language changes. */
  readonly controls: QuestionControls;
}

interface QuestionControls {
  /**
   * Opens the popup and resolves with the answer. Several callers get the same answer.
   * Resolves with undefined if the diner left the page before answering.
   */
  ask(closable?: boolean): Promise<boolean | undefined>;
  fetchCode(): Promise<boolean>;
  close(): void;
}

/** A popup that answers a question. `load` must keep its identity. */
export function useQuestionPopup(
  load: () => Promise<{ default: ComponentType<QuestionPopupProps> }>,
): QuestionPopup {
  const { t } = useTranslation();
  const { Popup, fetchCode } = useLazyPopup(load);
  // A page keeps its popup when the language changes.
  const page = translatePath(useLocation().pathname, defaultLanguage);
  const [shown, setShown] = useState({ open: false, closable: true });
  const callers = useRef<((answer: boolean | undefined) => void)[]>([]);
  const lastAnswer = useRef<boolean | undefined>(undefined);
  const currentPage = useRef(page);
  const openedOn = useRef(page);

  // A layout effect, because a new page may ask in its first effect.
  useLayoutEffect(() => {
    currentPage.current = page;
  }, [page]);

  const finish = useCallback((answer: boolean | undefined) => {
    lastAnswer.current = answer;
    setShown((before) => ({ ...before, open: false }));
    return new Promise<void>((resolve) => callers.current.push(() => resolve()));
  }, []);
  const onAnswer: QuestionPopupProps['onAnswer'] = finish;

  const ask = useCallback(
    async (closable = true) => {
      const askedOn = currentPage.current;
      const isLoaded = await fetchCode();
      if (!isLoaded) showToast(t('error.popup'));
      if (!isLoaded || currentPage.current !== askedOn) return isLoaded ? undefined : false;
      openedOn.current = askedOn;
      setShown({ open: true, closable });
      return new Promise<boolean | undefined>((resolve) => callers.current.push(resolve));
    },
    [fetchCode, t],
  );

  const close = useCallback(() => void finish(false), [finish]);
  const hasEntry = useBackLayer(shown.open && shown.closable, close);

  // Checked after both events: the page may change while the popup is open, or the popup may open after the change.
  useEffect(() => {
    if (shown.open && page !== openedOn.current) void finish(undefined);
  }, [page, shown.open, finish]);

  useEffect(() => {
    if (shown.open || hasEntry) return;
    for (const resolve of callers.current.splice(0)) resolve(lastAnswer.current);
  }, [shown, hasEntry]);

  const controls = useMemo(() => ({ ask, fetchCode, close }), [ask, fetchCode, close]);
  return { Popup, props: { ...shown, onAnswer }, controls };
}
