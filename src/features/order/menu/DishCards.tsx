import type { FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Category } from '#contract/calls/merchant.ts';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { Picture } from '#ui/Picture.tsx';
import { Text } from '#ui/primitives.tsx';
import { Price } from '#ui/text/Price.tsx';
import { colour, longWords, radius, roomy, size, space, type } from '#ui/theme/tokens.ts';

interface Props {
  /** The ids of the diner's usual dishes. */
  readonly usual: readonly string[];
  /** The ids of the dishes that guests order most, the best first. */
  readonly loved: readonly string[] | undefined;
  /** The sections and dishes that the filter leaves. */
  readonly sections: readonly Category[];
  onOpen(productId: string): void;
}

/**
 * The diner's usual dishes and those that guests order most, as one row of cards above the menu. A second row would
 * leave no room for the menu on a phone's first screen. The usual dishes are known later; they do not move the menu.
 */
export function DishCards({ usual, loved = [], ...rest }: Props) {
  const { t } = useTranslation(['menu', 'cart']);
  return (
    <Strip>
      <Group {...rest} id="usual" title={t('cart:usual')} ids={usual} />
      <Group {...rest} id="loved" title={t('mostLoved')} ids={loved.filter((id) => !usual.includes(id))} />
    </Strip>
  );
}

interface GroupProps extends Pick<Props, 'sections' | 'onOpen'> {
  /** The id of the heading. */
  readonly id: string;
  readonly title: string;
  readonly ids: readonly string[];
}

/** Dishes that cannot be ordered now are left out. Without any, nothing. */
function Group({ id: titleId, title, ids, sections, onOpen }: GroupProps) {
  const { currency, index } = useOrderPlace();
  const dishes = ids.flatMap((id) => {
    const product = index.get(id);
    const isShown = sections.some(({ products }) => products.some((each) => each.id === id));
    return product && isShown && !product.soldOut ? product : [];
  });
  if (dishes.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <Title as="h2" $type="heading" id={titleId}>
        {title}
      </Title>
      <Cards>
        {dishes.map(({ id, name, price, picture }) => (
          <li key={id}>
            <Card type="button" aria-haspopup="dialog" onFocus={showWhole} onClick={() => onOpen(id)}>
              {picture && <Picture src={picture.x1} alt="" decoding="async" />}
              <span>
                <Name>{name}</Name> <Price amount={price} currency={currency} />
              </span>
            </Card>
          </li>
        ))}
      </Cards>
    </section>
  );
}

/** Browsers do not scroll to a focused card of which a part is in sight. */
function showWhole({ currentTarget }: FocusEvent): void {
  currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

const Strip = styled.div`
  display: flex;
  gap: ${space.xl};
  padding-inline: ${space.xl};
  overflow-x: auto;
  scroll-padding-inline: ${space.xl};
  scrollbar-width: none;

  ${roomy} {
    margin-inline: calc(-1 * ${space.xl});
  }
  > section {
    flex: none;
    padding-top: ${space.lg};
  }
`;

/** It stays in sight while the cards below it scroll. */
const Title = styled(Text)`
  position: sticky;
  left: ${space.none};
  width: max-content;
`;

/** Safari ignores lists without markers, so the role is set explicitly. */
const Cards = styled.ul.attrs({ role: 'list' })`
  display: flex;
  gap: ${space.sm};
  padding-block: ${space.sm} ${space.xs};

  > li {
    display: flex;
  }
`;

const Card = styled.button`
  display: flex;
  width: ${size.dishCard};
  overflow: hidden;
  text-align: start;
  background: ${colour('surface')};
  border-radius: ${radius.md};

  > img {
    width: ${size.cardPicture};
    min-height: ${size.cardPicture};
    object-fit: cover;
    background: ${colour('plate')};
  }
  > span {
    flex: 1;
    align-self: center;
    padding: ${space.xs} ${space.md};
  }
`;

const Name = styled.span`
  display: block;
  ${type.label};
  ${longWords};
`;
