import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { StaffIdentity } from '#contract/calls/staff.ts';
import { localValue } from '#client/values/web-storage.ts';
import { colour, figures, radius, size, space, type } from '#ui/theme/tokens.ts';
import { Choices } from '#ui/controls/Choices.tsx';
import { Text, VisuallyHidden } from '#ui/primitives.tsx';
import { useKitchen } from '../calls/staff-queries.ts';
import { useDishWords } from '../orders/dishes/use-dish-words.ts';
import { useNow } from '../use-now.ts';
import { KitchenCard } from './KitchenCard.tsx';
import { countOpenDishes, listRecalls, listTickets } from './open-dishes.ts';
import { Recalls } from './Recalls.tsx';
import { bumpKeys, useBumpKeys } from './use-bump-keys.ts';

/** The station that this screen shows, stored on the device. */
const stationKey = 'kitchen-station';
/** How often the waiting times are updated, ms. */
const minutesPassMs = 10_000;

/**
 * The dishes that a station has to make, oldest round first. A new round is added at the end, so that no card moves.
 */
export function KitchenBoard({ staff }: { staff: StaffIdentity }) {
  const { t } = useTranslation('staff');
  const { data } = useKitchen();
  const words = useDishWords(staff.merchantId);
  const now = useNow(minutesPassMs);
  const { tickets: ticketsRef, recalls, hasKeys } = useBumpKeys();
  const [kept, setKept] = useState(localValue.get(stationKey) ?? '');
  if (!data) return null;
  const { stations } = data;
  const station = stations.some(({ id }) => id === kept) ? kept : '';
  const tickets = listTickets(data.tickets, station);
  const handleStation = (next: string) => {
    localValue.set(stationKey, next);
    setKept(next);
  };

  return (
    <Layout>
      {tickets.length > 0 && (
        <Counts aria-labelledby="kitchen-counts">
          <Text as="h2" id="kitchen-counts" $type="label" $colour="textMuted">
            {t('kitchen.counts')}
          </Text>
          <ul>
            {countOpenDishes(tickets).map(({ line, pieces }) => {
              const weight = words.formatWeight(line, pieces);
              return (
                <Count key={line.productId} $isWide={weight !== undefined}>
                  <strong>{weight ?? pieces}</strong>
                  {words.nameOf(line)}
                </Count>
              );
            })}
          </ul>
        </Counts>
      )}
      <div>
        {stations.length > 1 && (
          <Stations>
            <Choices
              legend={<VisuallyHidden>{t('kitchen.station')}</VisuallyHidden>}
              value={station}
              onChange={handleStation}
              options={[
                { value: '', label: t('kitchen.every') },
                ...stations.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Stations>
        )}
        {tickets.length === 0 && <Text $type="heading">{t('kitchen.none')}</Text>}
        <Cards ref={ticketsRef}>
          {tickets.map((ticket, n) => (
            <KitchenCard
              key={`${ticket.orderId} ${ticket.round}`}
              ticket={ticket}
              currency={staff.currency}
              words={words}
              now={now}
              shownKey={hasKeys && n < bumpKeys ? n + 1 : undefined}
            />
          ))}
        </Cards>
        <Recalls
          bumps={listRecalls(data.bumped ?? [], station)}
          currency={staff.currency}
          now={now}
          listRef={recalls}
        />
        {hasKeys && (
          <Keys $type="small" $colour="textMuted">
            {t('kitchen.keys')}
          </Keys>
        )}
      </div>
    </Layout>
  );
}

const Layout = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space.xl};
  align-items: flex-start;

  /* Next to the counts if both fit, otherwise below them. */
  > :last-child {
    flex: 999 1 ${size.centredPanel};
    min-width: 0;
  }
`;

const Keys = styled(Text)`
  margin-top: ${space.lg};
`;

const Stations = styled.div`
  max-width: ${size.centredPanel};
  margin-bottom: ${space.lg};
`;

const Cards = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(${size.card}, 100%), 1fr));
  gap: ${space.md};
  align-items: start;
`;

const Counts = styled.aside`
  flex: 1 1 ${size.phone};
  padding: ${space.lg};
  background: ${colour('sunken')};
  border-radius: ${radius.lg};

  > ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(${size.readable}, 1fr));
    gap: ${space.none} ${space.md};
  }
`;

/** A count with a weight takes a whole row. */
const Count = styled.li<{ $isWide: boolean }>`
  ${({ $isWide }) => $isWide && 'grid-column: 1 / -1'};
  display: flex;
  gap: ${space.md};
  align-items: baseline;
  padding-block: ${space.xs};
  ${type.heading};

  > strong {
    flex: none;
    min-width: 1.2em;
    ${type.title};
    ${figures};
  }
`;
