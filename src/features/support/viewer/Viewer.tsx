import { Keyboard } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { letterOf, type Label } from '#projections/replay/placeholders.ts';
import { dinerHues, DinerHuesContext } from '#ui/diners/diner-colour.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { Difference } from './phones/Difference.tsx';
import { EventCard } from './event/EventCard.tsx';
import { everything, type Follow } from './logs/follow.ts';
import { KeysSheet } from './KeysSheet.tsx';
import { Mistakes } from './files/Mistakes.tsx';
import { OpenLogs } from './files/OpenLogs.tsx';
import { PhonesHere, RecordSwitch } from './files/PhonesHere.tsx';
import { PhoneView } from './phones/PhoneView.tsx';
import { usePlayer } from './time/use-player.ts';
import type { ReadLog } from './logs/read-log.ts';
import { lastFates, noFilter, type RecordFilter } from './records/record-filter.ts';
import { Records } from './records/Records.tsx';
import { Report } from './files/Report.tsx';
import { countsAt, momentAt, tableOfLogs } from './logs/table-of-logs.ts';
import { TimeBar } from './time/TimeBar.tsx';
import { useKeys, useWays } from './use-ways.ts';
import { useLogFiles } from './files/use-log-files.ts';
import { useMoment } from './time/use-moment.ts';
import { useWords } from './logs/use-words.ts';
import { Row, Small, Text } from '#ui/primitives.tsx';
import { styled } from 'styled-components';
import { size, space, up } from '#ui/theme/tokens.ts';

/** The time machine: logs of phones, what each showed at every moment, and why. */
export function Viewer() {
  const { t } = useTranslation('support');
  const files = useLogFiles();
  const { logs } = files;
  const [chosen, setChosen] = useState<ReadLog>();
  const shown = (chosen && logs.includes(chosen) ? chosen : logs.find(({ header }) => header))?.header;
  const table = useMemo(() => {
    const wordOf = ({ kind, number }: Label) => t(`label.${kind}`, { letter: letterOf(number), number });
    return tableOfLogs(logs, shown, wordOf);
  }, [logs, shown, t]);
  const { position, go, missing } = useMoment(table);
  const player = usePlayer(table.axis, position, go);
  const [follow, setFollow] = useState<Follow>(everything);
  const [filter, setFilter] = useState<RecordFilter>(noFilter);
  const [isHelping, setHelping] = useState(false);
  const [hasKeys, setKeys] = useState(true);
  const search = useRef<HTMLInputElement>(null);
  const words = useWords(table);
  const hues = useMemo(() => dinerHues(table.userIds), [table.userIds]);
  const counts = countsAt(table, position);
  const moment = useMemo(() => momentAt(table, position), [table, position]);
  const fates = useMemo(() => lastFates(table), [table]);

  const ways = useWays({ table, position, go, player, follow, setFollow, setFilter });
  const { stepTo, jump, followToo, followLine, goToEvent } = ways;
  useKeys(
    { ...ways.keys, '/': () => search.current?.focus(), '?': () => setHelping(true) },
    hasKeys && !isHelping && table.axis.length > 0,
  );

  return (
    <DinerHuesContext value={hues}>
      <Place>
        <Row $wrap $align="center" $justify="space-between" $gap="lg" $lineGap="xs">
          <Text $grow="card" $colour="textMuted">
            {t('lead')}
          </Text>
          {table.axis.length > 0 && (
            <Button variant="quiet" onClick={() => setHelping(true)}>
              <Keyboard aria-hidden />
              {t('time.keys')}
            </Button>
          )}
        </Row>
        <OpenLogs
          files={files}
          letterOf={(name) => table.phones.find((each) => each.name === name)?.letter}
        />
        {missing && (
          <Banner tone="info">
            {t(table.phones.some(({ key }) => key === missing.key) ? 'time.pastEnd' : 'time.waitsForFile', {
              number: missing.number,
              replica: missing.key,
            })}
          </Banner>
        )}
        <Mistakes logs={logs} table={table} onShow={setChosen} />
        {logs.length === 0 && (
          <>
            <PhonesHere onOpen={files.openText} />
            <RecordSwitch />
          </>
        )}
        {table.axis.length > 0 && (
          <>
            <TimeBar
              table={table}
              position={position}
              player={player}
              follow={follow}
              onFollow={followToo}
              go={stepTo}
              jump={(way) => jump(follow, way)}
              copyLink={() => void ways.copyLink()}
            />
            <Main>
              <Event>
                <EventCard
                  table={table}
                  moment={moment}
                  fates={fates}
                  words={words}
                  isSaid={!player.isPlaying}
                  onFollow={followToo}
                  onGoTo={goToEvent}
                />
              </Event>
              <Phones>
                {table.phones.length > 1 && (
                  <Difference table={table} position={position} words={words} go={stepTo} />
                )}
                <SideBySide aria-label={t('phone.phones')} tabIndex={0}>
                  {table.phones.map((phone, index) => (
                    <PhoneView
                      key={phone.key}
                      phone={phone}
                      count={counts[index]!}
                      latest={moment?.phone === phone ? moment.step : undefined}
                      words={words}
                      nameOf={table.nameOf}
                      label={table.label}
                      onFollow={followLine}
                    />
                  ))}
                </SideBySide>
                <Small>{t('phone.noMenu')}</Small>
              </Phones>
              <Side>
                <Records
                  table={table}
                  position={position}
                  fates={fates}
                  words={words}
                  filter={filter}
                  onFilter={setFilter}
                  search={search}
                  go={stepTo}
                />
                {table.phones.map(({ key, header, name }) => (
                  <Report key={key} header={header} name={name} />
                ))}
              </Side>
            </Main>
          </>
        )}
        <KeysSheet open={isHelping} onClose={() => setHelping(false)} isOn={hasKeys} setOn={setKeys} />
      </Place>
    </DinerHuesContext>
  );
}

const Place = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space.lg};
`;

const Main = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: start;
  gap: ${space.lg};

  ${up('lg')} {
    grid-template: 'phones event' auto 'phones side' 1fr / minmax(0, 1fr) ${size.sidePanel};
  }
`;

const Event = styled.div`
  min-width: 0;

  ${up('lg')} {
    grid-area: event;
  }
`;

const Phones = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space.md};

  ${up('lg')} {
    grid-area: phones;
  }
`;

/** Side by side; what has no room is scrolled to. */
const SideBySide = styled.section`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(${size.phone}, 1fr);
  align-items: start;
  gap: ${space.md};
  overflow-x: auto;
  scroll-snap-type: x proximity;
`;

const Side = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${space.lg};

  ${up('lg')} {
    grid-area: side;
  }
`;
