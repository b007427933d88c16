import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { Stepper } from '#ui/controls/Stepper.tsx';
import { Row } from '#ui/primitives.tsx';

/** Among how many people a bill is split evenly. */
export function PeopleStepper({ people, onChange }: { people: number; onChange(people: number): void }) {
  const { t } = useTranslation('split');
  return (
    <Row $gap="md" $align="center" $justify="space-between" $wrap $type="strong">
      <span>{t('people')}</span>
      <Stepper
        value={people}
        label={t('people')}
        lessLabel={t('onePersonLess')}
        moreLabel={t('onePersonMore')}
        max={limits.guests}
        removes={false}
        onMore={() => onChange(people + 1)}
        onLess={() => onChange(people - 1)}
      />
    </Row>
  );
}
