import i18next from 'i18next';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import english from './texts/en-US.ts';
import chinese from './texts/zh-TW.ts';
import type { PhoneShown, Verdict } from '#workshop/simulation/live/table-shown.ts';
import { useLinks } from '#src/kit/routes/language.ts';
import { colour, low, size, space, type, up } from '#src/kit/theme/tokens.ts';
import { Column } from '#src/kit/ui/Column.tsx';
import { Banner } from '#src/kit/ui/feedback/Banner.tsx';
import { BackBar } from '#src/kit/ui/layers/BackBar.tsx';
import { dinerHues, DinerHuesContext } from '#src/kit/ui/diners/diner-colour.ts';
import { TestTabs } from '#src/features/support/TestTabs.tsx';
import { NetPanel } from './run/NetPanel.tsx';
import { OnTheWay } from './table/OnTheWay.tsx';
import { Phones } from './phones/Phones.tsx';
import { RunBar } from './run/RunBar.tsx';
import { SetupPanel } from './run/SetupPanel.tsx';
import { TableTop } from './table/TableTop.tsx';
import { Trace } from './Trace.tsx';
import { VerdictBox } from './table/VerdictBox.tsx';
import { useRun } from './run/use-run.ts';

declare module '#src/kit/i18n/i18n.ts' {
  interface TextsOfPages {
    readonly simulator: typeof english;
  }
}

i18next.addResourceBundle('en-US', 'simulator', english);
i18next.addResourceBundle('zh-TW', 'simulator', chinese);

/** Before the table is laid. */
const nobody: readonly PhoneShown[] = [];
const unknown: Verdict = { kind: 'differ' };

const allDiners = Array.from({ length: 8 }, (_, index) => `u${index + 1}`);

/** A table of virtual phones to play with, to break, and to see agree again. */
export default function Simulator() {
  const { t } = useTranslation('simulator');
  const links = useLinks();
  const isCalm = useIsCalm();
  const { driver, state, damaged } = useRun(isCalm);
  const [hues] = useState(() => dinerHues(allDiners));
  const { shown, start, replaysUntil } = state;
  const phones = shown?.phones ?? nobody;
  const isLocked = replaysUntil !== undefined;
  const logsOf = useCallback((phone: number) => driver.logsOf(phone), [driver]);

  return (
    <Column $wide>
      <title>{t('title')}</title>
      <BackBar as="header" onBack={() => location.assign(links.test())}>
        <Title>{t('title')}</Title>
      </BackBar>
      <TestTabs current="simulator" />
      <p>{t('lead')}</p>
      {damaged !== undefined && <Banner tone="warning">{t('run.damaged', { number: damaged })}</Banner>}
      <DinerHuesContext value={hues}>
        <Sides inert={isLocked}>
          <InSight>
            <VerdictBox verdict={shown?.verdict ?? unknown} phones={phones} isPlaying={state.isPlaying} />
            <TableTop shown={shown} isCalm={isCalm} />
            <OnTheWay legs={shown?.onTheWay ?? []} />
          </InSight>
          <Side>
            <NetPanel settings={state.settings} take={driver.take} />
            <Phones phones={phones} take={driver.take} logsOf={logsOf} />
            <SetupPanel start={start} byThemselves={state.byThemselves} driver={driver} />
            <Trace notes={state.notes} />
          </Side>
        </Sides>
        <RunBar driver={driver} state={state} />
      </DinerHuesContext>
    </Column>
  );
}

const calmQuery = '(prefers-reduced-motion: reduce)';

/** True for who asked for less motion: nothing moves by itself. */
function useIsCalm(): boolean {
  return useSyncExternalStore(
    (notify) => {
      const query = matchMedia(calmQuery);
      query.addEventListener('change', notify);
      return () => query.removeEventListener('change', notify);
    },
    () => matchMedia(calmQuery).matches,
  );
}

const Title = styled.h1`
  ${type.heading};
  flex: 1;
  min-width: 0;
  padding-inline-start: ${space.xs};
`;

const Sides = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space.xxl};
  align-items: start;
  ${type.body};
  color: ${colour('text')};

  ${up('lg')} {
    grid-template-columns: minmax(0, 1fr) minmax(0, 2fr);
  }
`;

const Side = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space.xl};
`;

/** Beside the phones it stays, so that one sees what comes of a tap. */
const InSight = styled(Side)`
  ${up('lg')} {
    position: sticky;
    top: ${size.header};
  }
  ${low} {
    position: static;
  }
`;
