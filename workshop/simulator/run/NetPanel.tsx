import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { TableAction } from '#workshop/simulation/live/actions/actions.ts';
import {
  settingNames,
  settingRanges,
  type SettingName,
  type Settings,
} from '#workshop/simulation/live/settings.ts';
import { size, space } from '#src/kit/theme/tokens.ts';
import { Panel } from '../parts/Panel.tsx';
import { Slider } from './Slider.tsx';

interface Props {
  readonly settings: Settings;
  take(action: TableAction): void;
}

const units = { delay: 'ms', loss: 'percent', twice: 'percent', late: 'percent', skew: 'upTo' } as const;

/** How bad the network is. */
export const NetPanel = memo(function NetPanel({ settings, take }: Props) {
  const { t } = useTranslation('simulator');
  const textOf = (name: SettingName) => (value: number) => t(`net.${units[name]}`, { value });
  return (
    <Panel title={t('net.title')}>
      <Sliders>
        {settingNames.map((name) => (
          <Slider
            key={name}
            label={t(`net.${name}`)}
            value={settings[name]}
            max={settingRanges[name].max}
            step={settingRanges[name].step}
            text={textOf(name)}
            onChange={(value) => take({ kind: 'set', setting: name, value })}
          />
        ))}
      </Sliders>
    </Panel>
  );
});

const Sliders = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(${size.slider}, 100%), 1fr));
  gap: ${space.xs} ${space.xl};
`;
