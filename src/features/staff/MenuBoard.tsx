import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { setSoldOut, type StaffIdentity } from '#contract/calls/staff.ts';
import type { Product } from '#contract/calls/merchant.ts';
import { useMenuSearch } from '#src/kit/menu-search/use-menu-search.ts';
import { border, colour, radius, size, space } from '#src/kit/theme/tokens.ts';
import { TextField } from '#src/kit/ui/controls/TextField.tsx';
import { Small, Text, Tiles } from '#src/kit/ui/primitives.tsx';
import { useStaffChange, useStaffMenu } from './calls/staff-queries.ts';
import { sayFailure } from './calls/say-failure.ts';

/** Every dish with a switch: sold out, or back; what is sold out stands first. */
export function MenuBoard({ staff }: { staff: StaffIdentity }) {
  const { t } = useTranslation('staff');
  const { data: menu } = useStaffMenu(staff.merchantId);
  const search = useMenuSearch(menu);
  const [words, setWords] = useState('');
  if (!menu) return null;
  const found =
    words.trim() === '' ? undefined : search && new Set(search.find(words).products.map(({ id }) => id));
  const all = menu.categories.flatMap(({ products }) => products);
  const shown = found ? all.filter(({ id }) => found.has(id)) : all;
  const sorted = shown.toSorted((a, b) => Number(b.soldOut) - Number(a.soldOut));

  return (
    <>
      <TextField
        type="search"
        label={t('menu.search')}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      {sorted.length === 0 && <p>{t('menu.none')}</p>}
      <Tiles $least="card" $gap="sm" $above="lg">
        {sorted.map((product) => (
          <Dish key={product.id} product={product} />
        ))}
      </Tiles>
    </>
  );
}

function Dish({ product: { id, name, soldOut } }: { product: Product }) {
  const { t } = useTranslation('staff');
  const mark = useStaffChange(setSoldOut);
  // What was tapped shows at once, until the server has said so or otherwise.
  const [wanted, setWanted] = useState<boolean>();
  const isSoldOut = wanted ?? soldOut;
  const handleChange = () => {
    setWanted(!isSoldOut);
    const done = { onError: sayFailure, onSettled: () => setWanted(undefined) };
    mark.mutate({ productId: id, soldOut: !isSoldOut }, done);
  };
  return (
    <li>
      <Row $soldOut={isSoldOut}>
        <input
          type="checkbox"
          role="switch"
          aria-checked={isSoldOut}
          aria-label={t('menu.toggle', { name })}
          checked={isSoldOut}
          onChange={handleChange}
        />
        <Text as="span" $type="strong" $grow>
          {name}
        </Text>
        <Small as="span">{t(isSoldOut ? 'menu.soldOut' : 'menu.onSale')}</Small>
      </Row>
    </li>
  );
}

const Row = styled.label<{ $soldOut: boolean }>`
  display: flex;
  align-items: center;
  gap: ${space.md};
  min-height: ${size.control};
  padding: ${space.sm} ${space.lg};
  background: ${({ $soldOut }) => colour($soldOut ? 'dangerSoft' : 'surface')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.md};
  cursor: pointer;

  > input {
    flex: none;
    width: ${size.tick};
    height: ${size.tick};
    accent-color: ${colour('danger')};
  }
`;
