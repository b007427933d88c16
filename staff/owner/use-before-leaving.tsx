import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useBackLayer } from '#ui/navigation/back-layer.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { translatePath } from '#ui/routes/routes.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Dialog } from '#ui/layers/Dialog.tsx';

/** Stands for the previous page. */
const back = Symbol('back');

/**
 * Asks before unsaved input is lost: by a link, by Back, by closing the tab, or by an action that is passed to
 * `unlessTyped`.
 * @returns `question` must be rendered somewhere on the page
 */
export function useBeforeLeaving(isDirty: boolean) {
  const { t } = useTranslation('owner');
  const navigate = useNavigate();
  const language = useLanguage();
  const [to, setTo] = useState<string | typeof back | { readonly leave: () => void }>();
  useBackLayer(isDirty && to === undefined, () => setTo(back));
  useEffect(() => {
    if (!isDirty) return;
    const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const handleClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const isElsewhere =
        link?.origin !== location.origin || link.target !== '' || link.hasAttribute('download');
      const isAside = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (!link || isElsewhere || isAside) return;
      const translateLink = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) =>
        translatePath(pathname, language) + search;
      // The same page in another language keeps the input.
      if (translateLink(link) === translateLink(location)) return;
      event.preventDefault();
      event.stopPropagation();
      setTo(link.pathname + link.search + link.hash);
    };
    addEventListener('beforeunload', handleUnload);
    addEventListener('click', handleClick, { capture: true });
    return () => {
      removeEventListener('beforeunload', handleUnload);
      removeEventListener('click', handleClick, { capture: true });
    };
  }, [isDirty, language]);
  const stay = () => setTo(undefined);
  const leave = () => {
    if (to === back) void navigate(-1);
    else if (typeof to === 'string') void navigate(to);
    else to?.leave();
  };
  return {
    unlessTyped: (then: () => void) => (isDirty ? setTo({ leave: then }) : then()),
    question: (
      <Dialog
        open={isDirty && to !== undefined}
        onClose={stay}
        title={t('leave.title')}
        text={t('leave.text')}
        actions={
          <>
            <Button wide onClick={stay}>
              {t('leave.stay')}
            </Button>
            <Button wide variant="quiet" onClick={leave}>
              {t('leave.yes')}
            </Button>
          </>
        }
      />
    ),
  };
}
