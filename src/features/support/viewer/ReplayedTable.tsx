import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Small } from '#ui/primitives.tsx';
import { size, space, up } from '#ui/theme/tokens.ts';
import { EventCard } from './event/EventCard.tsx';
import { Report } from './files/Report.tsx';
import { countRecordsAt, type TableOfLogs } from './logs/table-of-logs.ts';
import { Difference } from './phones/Difference.tsx';
import { PhoneView } from './phones/PhoneView.tsx';
import { Records } from './records/Records.tsx';
import { TimeBar } from './time/TimeBar.tsx';
import type { Replay } from './use-replay.ts';

interface Props {
  readonly table: TableOfLogs;
  readonly replay: Replay;
  /** The field that a key focuses. */
  readonly search: RefObject<HTMLInputElement | null>;
}

/** The table at the chosen moment: the time bar, the latest record, the screens of all phones and the list of records. */
export function ReplayedTable({ table, replay, search }: Props) {
  const { t } = useTranslation('support');
  const { position, moment, fates, words, player, follow, filter, stepTo } = replay;
  const counts = countRecordsAt(table, position);
  return (
    <>
      <TimeBar
        table={table}
        position={position}
        player={player}
        follow={follow}
        onFollow={replay.followAndFilter}
        go={stepTo}
        jump={(way) => replay.jump(follow, way)}
        copyLink={() => void replay.copyLink()}
      />
      <Main>
        <Event>
          <EventCard
            table={table}
            moment={moment}
            fates={fates}
            words={words}
            isSaid={!player.isPlaying}
            onFollow={replay.followAndFilter}
            onGoTo={replay.goToEvent}
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
                onFollow={replay.followLine}
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
            onFilter={replay.setFilter}
            search={search}
            go={stepTo}
          />
          {table.phones.map(({ key, header, name }) => (
            <Report key={key} header={header} name={name} />
          ))}
        </Side>
      </Main>
    </>
  );
}

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

/** The phones next to each other. The row scrolls if there is no room for all. */
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
