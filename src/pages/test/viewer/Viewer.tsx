import { Keyboard } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled, useTheme } from 'styled-components';
import { shareText } from '#src/ui/share.ts';
import { showToast } from '#src/ui/show-toast.ts';
import { announce } from '#src/ui/announce.ts';
import { dinerHues, DinerHuesContext } from '#src/ui/diner-colour.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { colour } from '#src/theme/colour.ts';
import { size, space, type, up } from '#src/theme/tokens.ts';
import { Difference } from './Difference.tsx';
import { EventCard } from './EventCard.tsx';
import { everything, nextPosition, type Follow, type FollowedLine } from './follow.ts';
import { KeysSheet } from './KeysSheet.tsx';
import { Mistakes } from './Mistakes.tsx';
import { OpenLogs } from './OpenLogs.tsx';
import { PhonesHere } from './PhonesHere.tsx';
import { PhoneView } from './PhoneView.tsx';
import { speeds, usePlayer } from './playing.ts';
import type { ReadLog } from './read-log.ts';
import { lastFates, noFilter, type RecordFilter } from './record-filter.ts';
import { Records } from './Records.tsx';
import { Report } from './Report.tsx';
import { countsAt, momentAt, tableOfLogs } from './table-of-logs.ts';
import { TimeBar } from './TimeBar.tsx';
import { useKeys } from './use-keys.ts';
import { useLogFiles } from './use-log-files.ts';
import { useMoment } from './use-moment.ts';
import { useWords } from './use-words.ts';

/** The time machine: logs of phones, what each showed at every moment, and why. */
export function Viewer() {
  const { t } = useTranslation('support');
  const files = useLogFiles();
  const { logs } = files;
  const [chosen, setChosen] = useState<ReadLog>();
  const shown = (chosen && logs.includes(chosen) ? chosen : logs.find(({ header }) => header))?.header;
  const table = useMemo(() => tableOfLogs(logs, shown), [logs, shown]);
  const { position, go, missing } = useMoment(table);
  const player = usePlayer(table.axis, position, go);
  const [follow, setFollow] = useState<Follow>(everything);
  const [filter, setFilter] = useState<RecordFilter>(noFilter);
  const [isHelping, setHelping] = useState(false);
  const [hasKeys, setKeys] = useState(true);
  const search = useRef<HTMLInputElement>(null);
  const words = useWords(table.nameOf);
  const { diners } = useTheme();
  const hues = useMemo(() => dinerHues(table.userIds, diners.length), [table.userIds, diners.length]);
  const counts = countsAt(table, position);
  const moment = useMemo(() => momentAt(table, position), [table, position]);
  const fates = useMemo(() => lastFates(table), [table]);

  const stepTo = (next: number) => {
    player.stop();
    go(Math.max(0, Math.min(table.axis.length, next)));
  };
  const jump = (through: Follow, way: 1 | -1) => {
    const next = nextPosition(table, through, position, way);
    if (next !== undefined) return stepTo(next);
    const text = t(way === 1 ? 'time.noMore' : 'time.noEarlier');
    announce(text);
    showToast(text);
  };
  const followToo = useCallback((through: Follow) => {
    setFollow(through);
    if (through.kind === 'line' || through.kind === 'diner')
      setFilter((before) => ({ ...before, of: through }));
  }, []);
  const followLine = useCallback((line: FollowedLine) => followToo(line), [followToo]);
  const copyLink = async () => {
    const result = await shareText(location.href, location.href);
    if (result !== 'cancelled' && result !== 'shared')
      showToast(t(result === 'copied' ? 'time.linkCopied' : 'time.linkFailed'));
  };
  const goToEvent = (phone: number, id: string) => {
    const at = table.axis.findIndex((each) => {
      if (each.phone !== phone) return false;
      const { record } = table.phones[phone]!.replay.steps[each.index]!;
      if ('event' in record) return record.event.id === id;
      return 'snapshot' in record && record.snapshot.events?.some((event) => event.id === id) === true;
    });
    if (at >= 0) stepTo(at + 1);
  };
  const changeSpeed = (way: 1 | -1) =>
    player.setSpeed(speeds[speeds.indexOf(player.speed) + way] ?? player.speed);

  useKeys(
    {
      ArrowRight: () => stepTo(position + 1),
      ArrowLeft: () => stepTo(position - 1),
      'Shift+ArrowRight': () => stepTo(position + 10),
      'Shift+ArrowLeft': () => stepTo(position - 10),
      Home: () => stepTo(0),
      End: () => stepTo(table.axis.length),
      ' ': player.toggle,
      n: () => jump(follow, 1),
      p: () => jump(follow, -1),
      d: () => jump({ kind: 'divergences' }, 1),
      'Shift+d': () => jump({ kind: 'divergences' }, -1),
      '+': () => changeSpeed(1),
      '-': () => changeSpeed(-1),
      '/': () => search.current?.focus(),
      '?': () => setHelping(true),
    },
    hasKeys && !isHelping && table.axis.length > 0,
  );

  return (
    <DinerHuesContext value={hues}>
      <Place>
        <Head>
          <Lead>{t('lead')}</Lead>
          {table.axis.length > 0 && (
            <Button variant="quiet" onClick={() => setHelping(true)}>
              <Keyboard aria-hidden />
              {t('time.keys')}
            </Button>
          )}
        </Head>
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
        {logs.length === 0 && <PhonesHere onOpen={files.openText} />}
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
              copyLink={() => void copyLink()}
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
                <Row aria-label={t('phone.phones')} tabIndex={0}>
                  {table.phones.map((phone, index) => (
                    <PhoneView
                      key={phone.key}
                      phone={phone}
                      count={counts[index]!}
                      latest={moment?.phone === phone ? moment.step : undefined}
                      words={words}
                      nameOf={table.nameOf}
                      onFollow={followLine}
                    />
                  ))}
                </Row>
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

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space.xs} ${space.lg};
`;

const Lead = styled.p`
  flex: 1 1 ${size.card};
  color: ${colour('textMuted')};
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
const Row = styled.section`
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

const Small = styled.p`
  ${type.small};
  color: ${colour('textMuted')};
`;
