import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour, layer, safe, space } from '#src/kit/theme/tokens.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { Row, Text } from '#src/kit/ui/primitives.tsx';
import { useBeforeLeaving } from '../use-before-leaving.tsx';

interface Props {
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** Without it the form around it is sent. */
  onSave?(): void;
  onDiscard(): void;
}

/** Stays in sight while something is not saved, and asks before that is left. */
export function SaveBar({ isDirty, isSaving, onSave, onDiscard }: Props) {
  const { t } = useTranslation('house');
  const { question } = useBeforeLeaving(isDirty);
  return (
    <>
      {isDirty && (
        <Bar>
          <Row $gap="lg" $align="center" $justify="space-between" $wrap>
            <Text as="output" $type="strong">
              {t('unsaved')}
            </Text>
            <Row $gap="md" $wrap>
              <Button type={onSave ? 'button' : 'submit'} busy={isSaving} onClick={onSave}>
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

const Bar = styled.div`
  position: sticky;
  z-index: ${layer.sticky};
  bottom: 0;
  padding: ${space.md} ${space.none} calc(${space.md} + ${safe.bottom});
  background: ${colour('page')};
  border-top: thin solid ${colour('line')};
`;
