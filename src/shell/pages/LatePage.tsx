import { lazy, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { timeouts } from '#contract/limits.ts';
import { matchRoute } from '#ui/routes/navigation.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Dialog } from '#ui/layers/Dialog.tsx';
import { pageCode } from './pages.ts';
import { loadPatiently } from './late-page.ts';

/** CH5: the next page's code cannot be had. The page before stays, and says so; the diner tries again, or stays too. */
export function LatePage() {
  const { t } = useTranslation(['table', 'common']);
  const [question, setQuestion] = useState<{ answer(again: boolean): void }>();
  // That of the page which still stands: the next one has not come.
  const { key, pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    const { get } = pageCode;
    const ask = (code: Promise<unknown>) =>
      new Promise<boolean>((resolve) => {
        const answer = (again: boolean) => {
          setQuestion(undefined);
          resolve(again);
        };
        setQuestion({ answer });
        code.then(() => answer(true)).catch(() => {});
      });
    pageCode.get = async (page) => {
      const isWanted = () => (matchRoute(location.pathname)?.name ?? 'notFound') === page;
      const code = await loadPatiently(() => get(page), { isWanted, ask, patience: timeouts.read });
      if (code) return code;
      // What is shown when the diner comes this way again: the attempt that was given up never ends.
      const again = lazy(() => pageCode.get(page));
      pageCode.here.set(page, again);
      return await new Promise(() => {});
    };
    return () => {
      pageCode.get = get;
    };
  }, []);

  const leave = useEffectEvent(() => question?.answer(false));
  useEffect(() => {
    const goBack = () => leave();
    addEventListener('popstate', goBack);
    return () => removeEventListener('popstate', goBack);
  }, []);
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    leave();
  }, [key]);

  const stay = () => {
    question?.answer(false);
    void navigate({ pathname, search, hash }, { replace: true, state: state as unknown });
  };

  return (
    <Dialog
      open={question !== undefined}
      title={t('notices.pageTitle')}
      text={t('notices.pageText')}
      actions={
        <>
          <Button wide onClick={() => question?.answer(true)}>
            {t('common:retry')}
          </Button>
          <Button wide variant="quiet" onClick={stay}>
            {t('notices.stayHere')}
          </Button>
        </>
      }
    />
  );
}
