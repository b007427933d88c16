import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Product } from '#contract/calls/merchant.ts';
import { indexMenu, isSoldOut } from '#contract/dish/menu-index.ts';
import { useMenuSearch } from '#ui/dish/use-menu-search.ts';
import { colour, hoverable, size, space, type } from '#ui/theme/tokens.ts';
import { TextField } from '#ui/controls/TextField.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Stack, Text } from '#ui/primitives.tsx';
import { useStaffMenu } from '../../calls/staff-queries.ts';
import { SectionJumps, getSectionId } from '../../menu/SectionJumps.tsx';
import { useMoney } from '../../use-money.ts';
import type { AddProps } from '../sheets/step-props.ts';
import { AddDish } from './AddDish.tsx';

/** Adds a dish that a diner asked for in person: search the menu, then choose. */
export function AddStep(props: AddProps) {
  const { staff } = props;
  const { t } = useTranslation('staff');
  const money = useMoney(staff.currency);
  const { data: menu } = useStaffMenu(staff.merchantId);
  const search = useMenuSearch(menu);
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<Product>();
  if (!menu) return <Skeleton />;
  if (chosen) return <AddDish {...props} product={chosen} onBack={() => setChosen(undefined)} />;
  const isSearching = search !== undefined && words.trim() !== '';
  const found = isSearching
    ? search.find(words).products.flatMap(({ id }) => indexMenu(menu).get(id) ?? [])
    : [];
  const sections = menu.categories.map(({ id, ...section }) => ({ key: id, ...section }));
  const renderDishes = (products: readonly Product[]) => (
    <ul>
      {products.map((product) => (
        <li key={product.id}>
          <Dish type="button" disabled={isSoldOut(product)} onClick={() => setChosen(product)}>
            <Text as="span" $grow $breaks>
              {product.name}
            </Text>
            <Text as="span" $type="body" $colour="textMuted" $figures>
              {isSoldOut(product) ? t('add.soldOut') : money(product.price)}
            </Text>
          </Dish>
        </li>
      ))}
    </ul>
  );

  return (
    <Stack $gap="sm">
      <TextField
        type="search"
        label={t('add.search')}
        value={words}
        onChange={({ target }) => setWords(target.value)}
        autoComplete="off"
        data-autofocus
      />
      {isSearching && found.length === 0 && <p>{t('add.none')}</p>}
      {renderDishes(found)}
      {!isSearching && (
        <>
          <Jumps>
            <SectionJumps sections={sections} />
          </Jumps>
          {sections.map(({ key, name, products }) => (
            <section key={key} aria-labelledby={getSectionId(key)}>
              <SectionName id={getSectionId(key)}>{name}</SectionName>
              {renderDishes(products)}
            </section>
          ))}
        </>
      )}
    </Stack>
  );
}

/** Stays visible while the list scrolls. */
const Jumps = styled.div`
  position: sticky;
  top: 0;
  background: ${colour('surface')};
`;

const SectionName = styled(Text).attrs({ as: 'h3', $type: 'label', $colour: 'textMuted', $above: 'sm' })`
  scroll-margin-top: ${size.bar};
`;

const Dish = styled.button`
  display: flex;
  align-items: center;
  gap: ${space.md};
  width: 100%;
  min-height: ${size.control};
  padding-block: ${space.sm};
  ${type.strong};
  text-align: start;
  border-bottom: thin solid ${colour('line')};

  &:disabled {
    color: ${colour('textMuted')};
    cursor: not-allowed;
  }
  ${hoverable} {
    &:hover:not(:disabled) {
      background: ${colour('sunken')};
    }
  }
`;
