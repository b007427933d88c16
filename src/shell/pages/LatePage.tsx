import { lazy, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { timeouts } from '#contract/limits.ts';
import { matchRoute } from '#ui/routes/navigation.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Dialog } from '#ui/layers/Dialog.tsx';
import { pageCode } from './pages.ts';
import { loadPatiently } from './late-page.ts';

/**
 * A dialog over the old page if the next page's code does not load. React keeps showing the old page meanwhile, although
 * the browser already has the next address.
 *
 *   link ──► loading ──late or failed──► dialog ──"retry", or the code arrives──► next page
 *                                           └──"stay", Back, another page──► given up
 *
 * While mounted, it replaces `pageCode.get` by one that follows this diagram.
 */
export function LatePage() {
  const { t } = useTranslation(['table', 'common']);
  const [question, setQuestion] = useState<{ answer(again: boolean): void }>();
  // The location of the old page, because React has not shown the next one yet.
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
      const code = await loadPatiently(() => get(page), { isWanted, ask, timeoutMs: timeouts.read });
      if (code) return code;
      // React keeps this attempt's promise, which never settles. The next visit needs a new lazy component.
      const retry = lazy(() => pageCode.get(page));
      pageCode.loaded.set(page, retry);
      return await new Promise(() => {});
    };
    return () => {
      pageCode.get = get;
    };
  }, []);

  const giveUp = useEffectEvent(() => question?.answer(false));
  useEffect(() => {
    const handleBack = () => giveUp();
    addEventListener('popstate', handleBack);
    return () => removeEventListener('popstate', handleBack);
  }, []);
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    giveUp();
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
