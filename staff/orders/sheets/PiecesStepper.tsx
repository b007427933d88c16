import { useTranslation } from 'react-i18next';
import { Stepper } from '#ui/controls/Stepper.tsx';
import { Row, Text } from '#ui/primitives.tsx';

interface Props {
  readonly pieces: number;
  readonly most: number;
  /** The weight of this number of steps, for a dish that is sold by weight. */
  readonly weight: string | undefined;
  onChange(pieces: number): void;
}

/** Chooses a number of pieces. Shows nothing if there is only one. */
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
