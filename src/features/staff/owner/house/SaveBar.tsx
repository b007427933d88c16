import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour, layer, safe, space } from '#src/kit/theme/tokens.ts';
import { Row, Text } from '#src/kit/ui/primitives.tsx';

/** Stays in sight while something is not saved. @param children the buttons */
export function SaveBar({ isDirty, children }: { isDirty: boolean; children: ReactNode }) {
  const { t } = useTranslation('house');
  if (!isDirty) return null;
  return (
    <Bar>
      <Row $gap="lg" $align="center" $justify="space-between" $wrap>
        <Text as="output" $type="strong">
          {t('unsaved')}
        </Text>
        {children}
      </Row>
    </Bar>
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
