import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { border, colour, flat, longWords, size, space, type } from '#ui/theme/tokens.ts';
import { Price } from '#ui/text/Price.tsx';
import { useOrderPlace } from './hooks.ts';
import { createNameId } from './show-line.ts';
import type { PricedLine } from './priced-line.ts';
import { Box, Row, Text, VisuallyHidden } from '#ui/primitives.tsx';
import { Clock, Smartphone } from 'lucide-react';
import type { LineState } from '#client/cart/table-cart.ts';

interface Props {
  /** The id of the list item. */
  readonly id?: string | undefined;
  readonly priced: PricedLine;
  /** Shows the quantity after the name. Needed if no stepper shows it. */
  readonly counted: boolean;
  /** A round button next to the name. */
  readonly beside?: ReactNode;
  /** Drawn behind the line's text. */
  readonly behind?: ReactNode;
  /** Controls and notes below the details. */
  readonly children?: ReactNode;
}

/** One line of a cart: name, details and price. Used for own and others' lines, and in the support viewer. */
export function CartLine({ id, priced, counted, beside, behind, children }: Props) {
  const { t } = useTranslation('cart');
  const { currency } = useOrderPlace();
  const { quantity } = priced.line;

  return (
    <Item id={id}>
      {behind}
      <Row $gap="sm" $lineGap="xs" $wrap>
        <Text as="h4" id={id && createNameId(id)} $grow="fewWords" $type="strong" $breaks>
          {priced.name}
          {counted && quantity > 1 && (
            <>
              {' '}
              <Times>{t('times', { quantity })}</Times>
            </>
          )}
        </Text>
        {beside && <BesideName>{beside}</BesideName>}
        <Box $end $type="strong">
          <Price amount={priced.amount} currency={currency} />
        </Box>
      </Row>
      <LineDetails priced={priced} />
      {children}
    </Item>
  );
}

const Item = styled.li`
  position: relative;
  z-index: 0;
  padding-block: ${space.md};
  /* A change touches one line of 100. Content-visibility would be faster, but it hides lines from screen readers. */
  contain: layout style;

  & + & {
    border-top: thin solid ${colour('line')};
  }
  /* On a low screen, details and controls share a row. */
  ${flat} {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    column-gap: ${space.sm};
    padding-block: ${space.xs};

    > * {
      flex: 1 1 100%;
    }
    > p {
      flex-basis: ${size.readable};
    }
  }
`;

const Times = styled.span`
  white-space: nowrap;
  ${type.body};
  color: ${colour('textMuted')};
`;

/** Negative margins let the button reach into the padding, so that it does not make the line taller. */
const BesideName = styled.span`
  margin-block: calc(-1 * ${space.md});
`;

/** A row of controls below the line's details. */
export const LineTools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space.xs};
  margin-top: ${space.sm};

  ${flat} {
    flex: none;
    max-width: 100%;
    margin: ${space.none};
  }
`;

/** The chosen modifiers of a dish, and its notes. */
export function LineDetails({ priced }: { priced: PricedLine }) {
  const { t } = useTranslation('cart');
  const { t: ofMenu } = useTranslation('menu');
  const { modifiers, unitLabel, line } = priced;
  const chosen = modifiers.map(({ name, quantity }) =>
    quantity > 1 ? `${name} ${t('times', { quantity })}` : name,
  );
  const parts = [...(unitLabel === '' ? [] : [ofMenu('perUnit', { unit: unitLabel })]), ...chosen];

  return (
    <>
      {parts.length > 0 && <Text $colour="textMuted">{parts.join(t('separator'))}</Text>}
      {line.item.notes !== '' && <Notes>{line.item.notes}</Notes>}
    </>
  );
}

const Notes = styled.p`
  margin-top: ${space.xs};
  padding-inline-start: ${space.sm};
  white-space: pre-line;
  ${longWords};
  border-inline-start: ${border.bold} solid ${colour('line')};
`;

/** The progress of a line's last change. Only screen readers announce that it is confirmed. */
export function LineStateNote({ state }: { state: LineState }) {
  const { t } = useTranslation('cart');
  if (state === 'confirmed') return <VisuallyHidden>{t('state.confirmed')}</VisuallyHidden>;
  // Saving takes a moment only.
  if (state === 'beingSaved') return null;
  const Icon = state === 'sent' ? Clock : Smartphone;
  return (
    <Row as="span" $inline $gap="xs" $align="center" $type="small" $colour="textMuted">
      <Icon aria-hidden />
      {t(`state.${state}`)}
    </Row>
  );
}
