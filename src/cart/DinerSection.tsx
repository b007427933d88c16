import { useId, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { size, space, type, wholeWords } from '#ui/theme/tokens.ts';
import { Avatar, DinerName } from '#ui/diners/Avatar.tsx';
import { Price } from '#ui/text/Price.tsx';
import { useDinerName } from '#src/diner/diner.ts';
import { Row, Text } from '#ui/primitives.tsx';
import { useOrderPlace } from './hooks.ts';
import type { PricedDiner } from './priced-line.ts';

interface Props {
  readonly priced: PricedDiner;
  /** The id of the cart's heading, if the page shows several carts. */
  readonly within?: string | undefined;
  readonly children: ReactNode;
}

/** One diner's part of the cart: name, subtotal and lines. */
export function DinerSection({ priced: { diner, subtotal }, within, children }: Props) {
  const { currency } = useOrderPlace();
  const nameOf = useDinerName();
  const id = useId();
  const name = nameOf(diner);

  return (
    <Section aria-labelledby={within === undefined ? id : `${within} ${id}`}>
      <Row $gap="md" $lineGap="xs" $align="center" $wrap $below="xs">
        <Avatar userId={diner.userId} name={name} />
        <Name id={id}>
          <DinerName name={name} mine={diner.mine} />
        </Name>
        <Text as="span" $end $colour="textMuted">
          <Price amount={subtotal} currency={currency} />
        </Text>
      </Row>
      <ul>{children}</ul>
    </Section>
  );
}

const Section = styled.section`
  & + & {
    margin-top: ${space.xxl};
  }
`;

const Name = styled.h3`
  flex: 1 1 ${size.fewWords};
  ${type.heading};
  ${wholeWords};
`;
