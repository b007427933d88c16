import { useTranslation } from 'react-i18next';
import { Stepper } from '#ui/controls/Stepper.tsx';
import { Row, Text } from '#ui/primitives.tsx';

interface Props {
  readonly pieces: number;
  readonly most: number;
  /** What so many steps of a dish sold by weight come to. */
  readonly weight: string | undefined;
  onChange(pieces: number): void;
}

/** How many pieces of a dish are meant; nothing where there is no choice. */
export function PiecesStepper({ pieces, most, weight, onChange }: Props) {
  const { t } = useTranslation('staff');
  if (most <= 1) return null;
  return (
    <Row $gap="md" $align="center" $justify="space-between">
      <Text as="span" $type="label">
        {weight === undefined ? t('dish.howMany') : t('dish.howMuch', { weight })}
      </Text>
      <Stepper
        value={pieces}
        max={most}
        label={weight === undefined ? t('dish.howMany') : t('dish.howMuch', { weight })}
        lessLabel={t(weight === undefined ? 'dish.fewer' : 'dish.lighter')}
        moreLabel={t(weight === undefined ? 'dish.more' : 'dish.heavier')}
        removes={false}
        onLess={() => onChange(pieces - 1)}
        onMore={() => onChange(pieces + 1)}
      />
    </Row>
  );
}
