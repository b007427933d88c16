import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { fewestPhones, mostPhones } from '#workshop/simulation/live/diners.ts';
import type { RunStart } from '#workshop/simulation/live/link/run-link.ts';
import { size, space, type } from '#src/kit/theme/tokens.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { Choices } from '#src/kit/ui/controls/Choices.tsx';
import { Stepper } from '#src/kit/ui/controls/Stepper.tsx';
import { TextField } from '#src/kit/ui/controls/TextField.tsx';
import { Row } from '#src/kit/ui/primitives.tsx';
import { Panel } from '../parts/Panel.tsx';
import type { RunDriver } from './run-driver.ts';
import { anySeed } from './use-run.ts';

interface Props {
  readonly start: RunStart;
  readonly byThemselves: boolean;
  readonly driver: RunDriver;
}

/** How many phones there are, who orders, and which chance it is. */
export const SetupPanel = memo(function SetupPanel({ start, byThemselves, driver }: Props) {
  const { t } = useTranslation('simulator');
  const { phones, seed } = start;
  const [written, setWritten] = useState<string>();
  const begin = (change: Partial<RunStart>) => {
    setWritten(undefined);
    const { settings } = driver.read();
    driver.begin({ ...start, settings, byThemselves, ...change });
  };
  const begun = () => begin({ seed: written?.trim() || seed });

  return (
    <Panel title={t('setup.title')}>
      <Fields>
        <Labelled>
          <span aria-hidden>{t('setup.phones')}</span>
          <Stepper
            label={t('setup.phones')}
            value={phones}
            max={mostPhones}
            removes={false}
            disabled={false}
            lessLabel={t('setup.fewer')}
            moreLabel={t('setup.more')}
            onLess={() => phones > fewestPhones && begin({ phones: phones - 1 })}
            onMore={() => begin({ phones: phones + 1 })}
          />
        </Labelled>
        <Choices
          legend={t('setup.byThemselves')}
          options={[
            { value: 'alone', label: t('setup.alone') },
            { value: 'hand', label: t('setup.hand') },
          ]}
          value={byThemselves ? 'alone' : 'hand'}
          onChange={(value) => driver.take({ kind: 'byThemselves', on: value === 'alone' })}
        />
        <form
          onSubmit={(event) => {
            event.preventDefault();
            begun();
          }}
        >
          <TextField
            label={t('setup.seed')}
            hint={t('setup.seedHint')}
            value={written ?? seed}
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setWritten(target.value)}
          />
        </form>
        <Row $gap="sm" $align="center" $wrap>
          <Button variant="secondary" onClick={begun}>
            {t('setup.again')}
          </Button>
          <Button variant="quiet" onClick={() => begin({ seed: anySeed() })}>
            {t('setup.another')}
          </Button>
        </Row>
      </Fields>
    </Panel>
  );
});

const Fields = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(${size.simulatedPhone}, 100%), 1fr));
  gap: ${space.lg} ${space.xxl};
  align-items: start;
`;

const Labelled = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space.sm};
  ${type.label};
`;
