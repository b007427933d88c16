import { useEffect, useRef, type FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour, layer, safe, space } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Row, Text } from '#ui/primitives.tsx';
import { useBeforeLeaving } from '../use-before-leaving.tsx';

interface Props {
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  onDiscard(): void;
}

/** Appears while the form has unsaved changes, and asks before the page is left. */
export function SaveBar({ isDirty, isSaving, onDiscard }: Props) {
  const { t } = useTranslation('house');
  const { question } = useBeforeLeaving(isDirty);
  const handleFocus = useFocusBehind(isDirty);
  return (
    <>
      {isDirty && (
        <Bar onFocus={handleFocus}>
          <Row $gap="lg" $align="center" $justify="space-between" $wrap>
            <Text as="output" $type="strong">
              {t('unsaved')}
            </Text>
            <Row $gap="md" $wrap>
              <Button type="submit" busy={isSaving}>
                {t('save')}
              </Button>
              <Button variant="quiet" onClick={onDiscard}>
                {t('undo')}
              </Button>
            </Row>
          </Row>
        </Bar>
      )}
      {question}
    </>
  );
}

/** Restores the focus when the bar disappears after a save. */
function useFocusBehind(isThere: boolean) {
  const cameFrom = useRef<HTMLElement>(undefined);
  useEffect(() => {
    const before = cameFrom.current;
    if (isThere || !before) return;
    cameFrom.current = undefined;
    if (document.activeElement !== document.body) return;
    const there = before.isConnected ? before : document.querySelector('main');
    there?.focus({ preventScroll: true });
  }, [isThere]);
  return ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      cameFrom.current = relatedTarget;
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
