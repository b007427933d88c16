import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Travelling } from '#workshop/simulation/live/travels.ts';
import { figures, size, type } from '#src/kit/theme/tokens.ts';
import { Text } from '#src/kit/ui/primitives.tsx';
import { Panel } from '../parts/Panel.tsx';
import { useSimulatorWords } from '../parts/words.ts';

/** So many are told; more are counted. */
const told = 5;

const requests = ['post', 'clear', 'snapshot', 'place', 'placement', 'openOrder', 'login', 'answer'] as const;

/** What the picture shows, in words. */
export function OnTheWay({ legs }: { legs: readonly Travelling[] }) {
  const { t } = useTranslation('simulator');
  const { place } = useSimulatorWords();
  const said = (leg: Travelling): string => {
    const kind = requests.find((each) => each === leg.what) ?? 'message';
    const names = { from: place(leg.from), to: place(leg.to), what: t(`way.what.${kind}`) };
    const count = leg.events.length;
    const words =
      count > 0 ? t('way.legWith', { ...names, events: t('way.events', { count }) }) : t('way.leg', names);
    return leg.isLost ? t('way.lost', { leg: words }) : words;
  };
  // What carries changes is what one wants to know of first.
  const first = legs.toSorted(
    (a, b) => Number(b.events.length > 0) - Number(a.events.length > 0) || a.id - b.id,
  );

  return (
    <Panel title={t('way.title')}>
      <List>
        {first.length === 0 && (
          <Text as="li" $colour="textMuted">
            {t('way.nothing')}
          </Text>
        )}
        {first.slice(0, told).map((leg) => (
          <li key={leg.id}>{said(leg)}</li>
        ))}
        {first.length > told && (
          <Text as="li" $colour="textMuted">
            {t('way.more', { count: first.length - told })}
          </Text>
        )}
      </List>
    </Panel>
  );
}

/** As tall as it gets: what stands below keeps its place. */
const List = styled.ul`
  min-height: ${size.wayList};
  ${type.small};
  ${figures};
`;
