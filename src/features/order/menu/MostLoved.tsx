import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Category } from '#contract/calls/merchant.ts';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { DishPhoto } from '#ui/dish/DishPhoto.tsx';
import { Text } from '#ui/primitives.tsx';
import { Price } from '#ui/text/Price.tsx';
import { colour, longWords, radius, roomy, size, space, type } from '#ui/theme/tokens.ts';

interface Props {
  /** The best first. */
  readonly ids: readonly string[] | undefined;
  /** The id of the heading. */
  readonly id: string;
  readonly title: string;
  /** The sections and dishes that the filter leaves. */
  readonly sections: readonly Category[];
  onOpen(productId: string): void;
}

/** The dishes that guests order most. */
export function MostLoved(props: Omit<Props, 'id' | 'title'>) {
  const { t } = useTranslation('menu');
  return <DishCards {...props} id="most-loved" title={t('mostLoved')} />;
}

/** Dishes as a row of cards. Those that cannot be ordered now are left out. Without any, nothing. */
export function DishCards({ ids = [], id: titleId, title, sections, onOpen }: Props) {
  const { currency, index } = useOrderPlace();
  const dishes = ids.flatMap((id) => {
    const product = index.get(id);
    const isShown = sections.some(({ products }) => products.some((each) => each.id === id));
    return product && isShown && !product.soldOut ? product : [];
  });
  if (dishes.length === 0) return null;
  return (
    <Place aria-labelledby={titleId}>
      <Text as="h2" $type="title" $padInline="xl" id={titleId}>
        {title}
      </Text>
      <Cards>
        {dishes.map(({ id, name, price, picture }) => (
          <li key={id}>
            <Card type="button" aria-haspopup="dialog" onClick={() => onOpen(id)}>
              {picture && <DishPhoto picture={picture} />}
              <Name>{name}</Name> <Price amount={price} currency={currency} />
            </Card>
          </li>
        ))}
      </Cards>
    </Place>
  );
}

const Place = styled.section`
  padding-top: ${space.xl};

  ${roomy} {
    margin-inline: calc(-1 * ${space.xl});
  }
`;

/** Safari ignores lists without markers, so the role is set explicitly. */
const Cards = styled.ul.attrs({ role: 'list' })`
  display: flex;
  gap: ${space.md};
  padding: ${space.md} ${space.xl} ${space.sm};
  overflow-x: auto;
  scroll-padding-inline: ${space.xl};
  scroll-snap-type: x proximity;
  scrollbar-width: none;

  > li {
    display: flex;
    flex: none;
    width: ${size.lovedCard};
    scroll-snap-align: start;
  }
`;

const Card = styled.button`
  display: flex;
  flex-direction: column;
  width: 100%;
  padding-bottom: ${space.sm};
  overflow: hidden;
  text-align: start;
  background: ${colour('surface')};
  border-radius: ${radius.md};

  > span {
    padding-inline: ${space.md};
  }
`;

const Name = styled.span`
  flex: 1;
  padding-block: ${space.sm} ${space.xs};
  ${type.strong};
  ${longWords};
`;
