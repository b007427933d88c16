import { Link2, Pause, Play, StepForward, Wrench } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useLanguage } from '#src/kit/routes/language.ts';
import {
  border,
  colour,
  figures,
  layer,
  low,
  radius,
  safe,
  size,
  space,
  type,
  up,
} from '#src/kit/theme/tokens.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { IconButton } from '#src/kit/ui/controls/IconButton.tsx';
import { showToast } from '#src/kit/ui/feedback/show-toast.ts';
import { speeds, type RunDriver, type RunState, type Speed } from './run-driver.ts';
import { addressOf } from './use-run.ts';

/** ms from which on tenths of a second are not shown any more. */
const minute = 60_000;

interface Props {
  readonly driver: RunDriver;
  readonly state: RunState;
}

/** Time itself: on, halted, step by step, slower and faster; at hand wherever one reads. */
export function RunBar({ driver, state: { shown, isPlaying, speed, replaysUntil } }: Props) {
  const { t } = useTranslation('simulator');
  const language = useLanguage();
  const id = useId();
  const seconds = (ms: number) =>
    new Intl.NumberFormat(language, {
      minimumFractionDigits: ms < minute ? 1 : 0,
      maximumFractionDigits: ms < minute ? 1 : 0,
    }).format(ms / 1_000);
  const elapsed = seconds(shown?.elapsed ?? 0);
  const isLocked = replaysUntil !== undefined;

  const handleShare = async () => {
    const address = addressOf(driver);
    history.replaceState(history.state, '', address);
    const clipboard = (navigator as Partial<Navigator>).clipboard;
    try {
      if (!clipboard) throw new Error('no clipboard');
      await clipboard.writeText(address);
      showToast(t('run.shared'));
    } catch {
      showToast(t('run.notShared'));
    }
  };

  return (
    <Bar aria-label={t('run.label')} data-replaying={isLocked || undefined}>
      <Main
        label={t(isPlaying ? 'run.pause' : 'run.play')}
        disabled={isLocked}
        onClick={() => driver.play(!isPlaying)}
      >
        {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
      </Main>
      <IconButton label={t('run.step')} disabled={isLocked} onClick={driver.step}>
        <StepForward aria-hidden />
      </IconButton>
      <Time data-elapsed={shown?.elapsed ?? 0}>
        {isLocked
          ? t('run.replaying', { seconds: elapsed, of: seconds(replaysUntil) })
          : t('run.time', { seconds: elapsed })}
      </Time>
      <SpeedLabel htmlFor={id}>{t('run.speed')}</SpeedLabel>
      <Select id={id} value={speed} onChange={({ target }) => driver.setSpeed(Number(target.value) as Speed)}>
        {speeds.map((each) => (
          <option key={each} value={each}>
            {t('run.times', { speed: each })}
          </option>
        ))}
      </Select>
      <Mend
        variant="quiet"
        disabled={isLocked}
        aria-label={t('run.mend')}
        title={t('run.mendHint')}
        onClick={() => driver.take({ kind: 'mend' })}
      >
        <Wrench aria-hidden />
        <span>{t('run.mend')}</span>
      </Mend>
      <IconButton label={t('run.share')} disabled={isLocked} onClick={() => void handleShare()}>
        <Link2 aria-hidden />
      </IconButton>
    </Bar>
  );
}

const Bar = styled.section`
  position: sticky;
  z-index: ${layer.bar};
  bottom: calc(${space.sm} + ${safe.bottom});
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space.hair};
  align-self: center;
  max-width: 100%;
  padding: ${space.xs} ${space.sm};
  background: ${colour('raised')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.xl};
  box-shadow: ${colour('shadow')};

  ${low} {
    position: static;
  }
`;

/** Its icon alone where there is no room. */
const Mend = styled(Button)`
  min-width: ${size.touch};
  padding-inline: ${space.sm};
  ${type.label};

  > span {
    display: none;

    ${up('md')} {
      display: inline;
    }
  }
`;

const Main = styled(IconButton)`
  color: ${colour('onAccent')};
  background: ${colour('accent')};
`;

const Time = styled.span`
  min-width: ${size.avatarLg};
  padding-inline: ${space.xs};
  ${type.label};
  ${figures};
`;

/** The field itself says it where there is no room. */
const SpeedLabel = styled.label`
  position: absolute;
  opacity: 0;
  pointer-events: none;
  ${type.label};

  ${up('md')} {
    position: static;
    padding-inline-end: ${space.xs};
    opacity: 1;
  }
`;

const Select = styled.select`
  min-height: ${size.touch};
  padding-inline: ${space.xs};
  ${type.label};
  color: ${colour('text')};
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('outline')};
  border-radius: ${radius.md};
`;
