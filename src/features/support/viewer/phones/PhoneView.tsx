import { History } from 'lucide-react';
import { memo, useEffect, useId, useMemo, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { registers } from '#events/cart/registers.ts';
import type { ReplayStep } from '#projections/replay/replay.ts';
import { getLineState, type TableCart, type TableLine } from '#client/cart/table-cart.ts';
import { indexMenu } from '#contract/dish/menu-index.ts';
import { pricedCart } from '#src/cart/priced-line.ts';
import { CartLine, LineStateNote, LineTools } from '#src/cart/CartLine.tsx';
import { DinerSection } from '#src/cart/DinerSection.tsx';
import { border, colour, radius, size, space, type } from '#ui/theme/tokens.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Row, Small, Text } from '#ui/primitives.tsx';
import type { FollowedLine } from '../logs/follow.ts';
import { replayCartAt, type PhoneLog } from '../logs/table-of-logs.ts';
import { ReplayedPhone } from './ReplayedPhone.tsx';
import type { Words } from '#projections/replay/replay-words.ts';

interface Props {
  readonly phone: PhoneLog;
  readonly count: number;
  readonly latest: ReplayStep | undefined;
  readonly words: Words;
  nameOf(userId: string): string;
  label(text: string): string;
  onFollow(line: FollowedLine): void;
}

const noMenu = indexMenu(undefined);

/** The cart that a phone showed at a moment, rendered by the app's own components. */
export const PhoneView = memo(function PhoneView(props: Props) {
  const { phone, count, latest, words, nameOf, label, onFollow } = props;
  const { t } = useTranslation('support');
  const id = useId();
  const screen = useRef<HTMLElement>(null);
  const cart = useMemo(() => withLabels(replayCartAt(phone, count), label), [phone, count, label]);
  const { diners } = useMemo(() => pricedCart(cart.carts, noMenu), [cart]);
  const view = phone.replay.viewAt(count);
  const touched = new Set(latest?.effect.changes.map(({ lineId }) => lineId));
  const name = phone.userId === undefined ? t('phone.nobody') : nameOf(phone.userId);

  useScrollToChange(screen, latest);

  const handleHistory = ({ userId, lineId, aliases }: TableLine) => {
    const line = view.carts
      .find((each) => each.userId === userId)
      ?.lines.find((each) => each.lineId === lineId);
    if (line) onFollow({ kind: 'line', userId, ids: [lineId, ...aliases], item: line.item });
  };

  return (
    <ReplayedPhone phone={phone} cart={cart} count={count}>
      <Phone aria-labelledby={id}>
        <Row $gap="md" $lineGap="none" $align="baseline" $wrap>
          <Text as="h2" $grow="headerWords" $type="heading" $breaks id={id}>
            {t('phone.of', { letter: phone.letter, name })}
          </Text>
          <Small as="span" $figures>
            {count} / {phone.records.length}
          </Small>
          <Code>{phone.key}</Code>
        </Row>
        <Facts>{registers.map(({ field }) => words.register(field, view[field])).join(' · ')}</Facts>
        {cart.pending > 0 && (
          <Text $marginTop="sm" $pad="xs md" $type="label" $ground="warningSoft" $radius="sm">
            {t('phone.pending', { count: cart.pending })}
          </Text>
        )}
        {view.blocked.length > 0 && (
          <Text $marginTop="sm" $pad="xs md" $type="label" $ground="warningSoft" $radius="sm">
            {t('phone.waiting', { count: view.blocked.length })}
          </Text>
        )}
        <Screen ref={screen} aria-labelledby={id} tabIndex={0}>
          {diners.length === 0 && (
            <Text $padBlock="xl" $centred $colour="textMuted">
              {t('phone.empty')}
            </Text>
          )}
          {diners.map((priced) => (
            <DinerSection key={priced.diner.userId} priced={priced} within={id}>
              {priced.lines.map((line) => (
                <CartLine
                  key={line.line.lineId}
                  priced={line}
                  counted
                  behind={touched.has(line.line.lineId) && <Touched data-touched />}
                  beside={
                    <Quiet
                      label={t('phone.history', { dish: line.name })}
                      onClick={() => handleHistory(line.line)}
                    >
                      <History aria-hidden />
                    </Quiet>
                  }
                >
                  {cart.states.has(line.line.lineId) && (
                    <LineTools>
                      <LineStateNote state={getLineState(cart, line.line.lineId)} />
                    </LineTools>
                  )}
                </CartLine>
              ))}
            </DinerSection>
          ))}
        </Screen>
      </Phone>
    </ReplayedPhone>
  );
});

/** Scrolls the line that has just changed into view, without moving the page or the other phones. */
function useScrollToChange(screen: RefObject<HTMLElement | null>, latest: ReplayStep | undefined): void {
  useEffect(() => {
    const frame = screen.current;
    const line = frame?.querySelector('[data-touched]')?.parentElement;
    if (!latest || !frame || !line) return;
    const [outer, inner] = [frame.getBoundingClientRect(), line.getBoundingClientRect()];
    if (inner.top < outer.top) frame.scrollBy(0, inner.top - outer.top);
    else if (inner.bottom > outer.bottom) frame.scrollBy(0, inner.bottom - outer.bottom);
  }, [screen, latest]);
}

/** Replaces the placeholders in names and notes of a redacted log by readable labels. */
function withLabels(cart: TableCart, label: Props['label']): TableCart {
  const carts = cart.carts.map((each) => ({
    ...each,
    userName: label(each.userName),
    lines: each.lines.map((line) => ({ ...line, item: { ...line.item, notes: label(line.item.notes) } })),
  }));
  const names = new Map([...cart.names].map(([userId, name]) => [userId, label(name)]));
  return { ...cart, carts, names };
}

const Phone = styled.article`
  display: flex;
  flex-direction: column;
  min-width: 0;
  max-height: ${size.phoneScreen};
  padding: ${space.lg};
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.xl};
  scroll-snap-align: start;
`;

const Code = styled.code`
  flex-basis: 100%;
  ${type.code};
  color: ${colour('textMuted')};
  overflow-wrap: anywhere;
`;

const Facts = styled.p`
  padding-block: ${space.xs} ${space.md};
  ${type.small};
  border-bottom: thin solid ${colour('line')};
`;

/** As high as a phone's screen, so that a longer cart scrolls as it did on the phone. */
const Screen = styled.section`
  flex: 1;
  min-height: 0;
  margin-inline: calc(-1 * ${space.lg});
  padding: ${space.md} ${space.lg} ${space.none};
  overflow-y: auto;
`;

const Touched = styled.span`
  position: absolute;
  inset: ${space.none} -${space.sm};
  z-index: -1;
  background: ${colour('accentSoft')};
  border-radius: ${radius.md};
`;

const Quiet = styled(IconButton)`
  color: ${colour('textMuted')};
`;
