import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { listLineChanges } from '#projections/merge/line-changes.ts';
import { hasSameKnowledge } from '#projections/replay/axis.ts';
import { createShownKeys } from '#projections/replay/shown-keys.ts';
import { listValueChanges } from '#projections/replay/value-changes.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import { border, colour, radius, space, type } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Row, Text } from '#ui/primitives.tsx';
import { countRecordsAt, type TableOfLogs } from '../logs/table-of-logs.ts';
import type { Words } from '#projections/replay/replay-words.ts';
import { useClock } from '../time/clock.ts';

interface Props {
  readonly table: TableOfLogs;
  readonly position: number;
  readonly words: Words;
  go(position: number): void;
}

/** Says whether all phones show the same cart now, and links to the first moment at which they did not. */
export function Difference({ table, position, words, go }: Props) {
  const { t } = useTranslation('support');
  const time = useClock();
  const { axis, divergences, phones, nameOf } = table;
  const [first] = divergences;
  const worst = divergences.find(({ contradictsAt }) => contradictsAt !== undefined)?.contradictsAt;
  const counts = countRecordsAt(table, position);
  const now = findDifference(
    phones.map(({ replay }, index) => replay.viewAt(counts[index]!)),
    axis[position - 1]?.phone,
  );
  if (!first) return <Box $tone="same">{t('difference.alwaysSame')}</Box>;
  const by = axis[first.from]!;
  const isThere = position === first.settledAt + 1;

  return (
    <Box
      aria-label={t('difference.title')}
      $tone={now ? (now.isContradiction ? 'contradiction' : 'apart') : 'same'}
    >
      {now ? (
        <>
          <Text $type="label">
            {t('difference.now', {
              phone: phones[now.one]!.letter,
              other: phones[now.other]!.letter,
            })}
          </Text>
          <List>
            {listDifferences(now.theirs, now.mine, words, nameOf, t('difference.order')).map((each) => (
              <li key={each}>{each}</li>
            ))}
          </List>
          <Text $type="small" $colour="text">
            {t(now.isContradiction ? 'difference.contradiction' : 'difference.lag')}
          </Text>
        </>
      ) : (
        <Text $type="label">{t('difference.none')}</Text>
      )}
      <Row $gap="sm" $lineGap="none" $align="center" $wrap>
        <Text $type="small" $colour="text">
          {t('difference.first', {
            time: time.format(by.t),
            number: by.index + 1,
            phone: phones[by.phone]!.letter,
          })}{' '}
          {t('difference.count', { count: divergences.length })}
        </Text>
        {!isThere && (
          <Go variant="quiet" onClick={() => go(first.settledAt + 1)}>
            {t('difference.go')}
          </Go>
        )}
        {worst !== undefined && worst + 1 !== position && (
          <Go variant="quiet" onClick={() => go(worst + 1)}>
            {t('difference.worst')}
          </Go>
        )}
      </Row>
    </Box>
  );
}

/** Finds two phones that show different carts. The phone that has just received a record comes first, if it differs. */
function findDifference(views: readonly CartView[], latest: number | undefined) {
  const keyOf = createShownKeys();
  const keys = views.map(keyOf);
  const [one] = [...(latest === undefined ? [] : [latest]), ...keys.keys()].filter((index) =>
    keys.some((key) => key !== keys[index]),
  );
  if (one === undefined) return undefined;
  const other = keys.findIndex((key) => key !== keys[one]);
  const [mine, theirs] = [views[one]!, views[other]!];
  return { one, other, mine, theirs, isContradiction: hasSameKnowledge(mine, theirs) };
}

function listDifferences(
  from: CartView,
  to: CartView,
  words: Words,
  nameOf: (userId: string) => string,
  otherwise: string,
): string[] {
  const texts = [
    ...listLineChanges(from.carts, to.carts).map((each) => `${nameOf(each.userId)}: ${words.change(each)}`),
    ...listValueChanges(from, to).map(words.value),
  ];
  return texts.length > 0 ? texts : [otherwise];
}

const Box = styled.section<{ $tone: 'same' | 'apart' | 'contradiction' }>`
  padding: ${space.md} ${space.lg};
  background: ${({ $tone }) =>
    ({
      same: colour('sunken'),
      apart: colour('warningSoft'),
      contradiction: colour('dangerSoft'),
    })[$tone]};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.md};
`;

const List = styled.ul`
  padding-inline-start: ${space.md};
  ${type.small};
`;

const Go = styled(Button)`
  ${type.label};
`;
