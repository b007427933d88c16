import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import * as z from 'zod/mini';
import { sessionValue } from '#client/values/web-storage.ts';
import type { Product } from '#contract/calls/merchant.ts';
import { useCartEngine, useOrderPlace } from '#src/cart/hooks.ts';
import { useDiner } from '#src/diner/diner.ts';
import { Plate } from '#ui/dish/Plate.tsx';
import { Small, Text } from '#ui/primitives.tsx';
import { Price } from '#ui/text/Price.tsx';
import { border, colour, radius, space } from '#ui/theme/tokens.ts';
import { DishAction } from '../dishes/DishAction.tsx';
import { useSuitable } from '../filter/dish-filter.ts';
import { chooseSuggestion } from './choose-suggestion.ts';
import { useSuggestions } from './use-suggestions.ts';

/** One dish that guests often order with these. While it is shown it stays the same, also after it was added. */
export function GoesWith({ of }: { of: readonly string[] }) {
  const { t } = useTranslation('dish');
  const { currency } = useOrderPlace();
  const product = useSuggestion(of);
  if (!product) return null;
  const { name, price, picture } = product;
  return (
    <Card aria-label={t('goesWith')}>
      {picture && <Plate picture={picture} />}
      <Words>
        {/* Screen readers read it as the name of the card. */}
        <Small aria-hidden>{t('goesWith')}</Small>
        <Text $type="strong">{name}</Text>
        <Price amount={price} currency={currency} />
      </Words>
      <DishAction product={product} onChoose={doNothing} />
    </Card>
  );
}

/** Dishes with choices are not suggested. */
const doNothing = () => undefined;

/** Session storage: the dishes that were suggested, with the table session. */
const shownKey = 'suggested';
const shownSchema = z.object({ sessionId: z.string(), productIds: z.array(z.string()) });

function useSuggestion(of: readonly string[]): Product | undefined {
  const { index } = useOrderPlace();
  const sessionId = useDiner().table?.sessionId ?? '';
  const engine = useCartEngine();
  const suggestions = useSuggestions();
  const { sections } = useSuitable();
  const [chosen, setChosen] = useState<Product>();
  const [isChosen, setIsChosen] = useState(false);
  if (suggestions && engine && !isChosen) {
    const dishes = sections.flatMap(({ products }) => products.map(({ id }) => id));
    const lines = engine.cart.value.carts.flatMap((cart) => cart.lines);
    setIsChosen(true);
    setChosen(
      chooseSuggestion({
        of,
        goesWith: suggestions.goesWith,
        inCart: new Set(lines.map(({ item }) => item.productId)),
        shown: new Set(readShown(sessionId)),
        suitable: new Set(dishes),
        index,
      }),
    );
  }
  useEffect(() => {
    if (!chosen) return;
    const productIds = [...readShown(sessionId), chosen.id];
    sessionValue.set(shownKey, JSON.stringify({ sessionId, productIds }));
  }, [chosen, sessionId]);
  return chosen;
}

function readShown(sessionId: string): readonly string[] {
  const shown = z.safeParse(shownSchema, sessionValue.json(shownKey)).data;
  return shown?.sessionId === sessionId ? shown.productIds : [];
}

const Card = styled.section`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space.md};
  margin-top: ${space.xl};
  padding: ${space.md};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.lg};
`;

const Words = styled.div`
  flex: 1 1 0;
  min-width: min-content;
`;
