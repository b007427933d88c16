import { useTranslation } from 'react-i18next';
import { Stepper } from '#src/kit/ui/controls/Stepper.tsx';
import { Row, Text } from '#src/kit/ui/primitives.tsx';

interface Props {
  readonly pieces: number;
  readonly most: number;
  onChange(pieces: number): void;
}

/** How many pieces of a dish are meant; nothing where there is no choice. */
export function PiecesStepper({ pieces, most, onChange }: Props) {
  const { t } = useTranslation('staff');
  if (most <= 1) return null;
  return (
    <Row $gap="md" $align="center" $justify="space-between">
      <Text as="span" $type="label">
        {t('dish.howMany')}
      </Text>
      <Stepper
        value={pieces}
        max={most}
        label={t('dish.howMany')}
        lessLabel={t('dish.fewer')}
        moreLabel={t('dish.more')}
        removes={false}
        onLess={() => onChange(pieces - 1)}
        onMore={() => onChange(pieces + 1)}
      />
    </Row>
  );
}
