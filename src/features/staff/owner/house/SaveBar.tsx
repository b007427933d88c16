import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { colour, layer, safe, space } from '#src/kit/theme/tokens.ts';
import { useBackLayer } from '#src/kit/navigation/back-layer.ts';
import { useLanguage } from '#src/kit/routes/language.ts';
import { pathInLanguage } from '#src/kit/routes/routes.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { Dialog } from '#src/kit/ui/layers/Dialog.tsx';
import { Row, Text } from '#src/kit/ui/primitives.tsx';

/** Stays in sight while something is not saved, and asks before that is left. @param children the buttons */
export function SaveBar({ isDirty, children }: { isDirty: boolean; children: ReactNode }) {
  const { t } = useTranslation('house');
  const { isAsked, leave, stay } = useAskedBefore(isDirty);
  return (
    <>
      {isDirty && (
        <Bar>
          <Row $gap="lg" $align="center" $justify="space-between" $wrap>
            <Text as="output" $type="strong">
              {t('unsaved')}
            </Text>
            {children}
          </Row>
        </Bar>
      )}
      <Dialog
        open={isAsked}
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
    </>
  );
}

/** Back, as a place to go to. */
const back = Symbol('back');

/** A link, Back or the end of the tab would lose what is typed. */
function useAskedBefore(isDirty: boolean) {
  const navigate = useNavigate();
  const language = useLanguage();
  const [to, setTo] = useState<string | typeof back>();
  useBackLayer(isDirty && to === undefined, () => setTo(back));
  useEffect(() => {
    if (!isDirty) return;
    const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const handleClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const isElsewhere = link?.origin !== location.origin || link.target !== '' || link.download !== '';
      if (!link || isElsewhere || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
        return;
      const inLanguage = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) =>
        pathInLanguage(pathname, language) + search;
      // In another language it is the same page.
      if (inLanguage(link) === inLanguage(location)) return;
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
  return {
    isAsked: isDirty && to !== undefined,
    stay: () => setTo(undefined),
    leave: () => void (to === back ? navigate(-1) : to !== undefined && navigate(to)),
  };
}

const Bar = styled.div`
  position: sticky;
  z-index: ${layer.sticky};
  bottom: 0;
  padding: ${space.md} ${space.none} calc(${space.md} + ${safe.bottom});
  background: ${colour('page')};
  border-top: thin solid ${colour('line')};
`;
