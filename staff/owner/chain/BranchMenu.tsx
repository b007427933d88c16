import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getBranchMenu, type BranchMenu as Menu, type LocalDish } from '#contract/calls/chain.ts';
import { request } from '#client/api/call/request.ts';
import { formatMoney } from '#projections/bill/format-money.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { addPageTexts } from '#ui/i18n/page-texts.ts';
import { Box, Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { useLanguage } from '#ui/routes/language.ts';
import { Loaded } from '../Loaded.tsx';
import { LocalDishSheet } from './LocalDishSheet.tsx';

addPageTexts('chain', import.meta.glob('/locales/*/chain.ts', { eager: true }));

/** The menu page of a branch that has the head's menu: its own prices, and the dishes that it does not offer (CX94). */
export function BranchMenu({ head }: { head: string }) {
  const { t } = useTranslation('chain');
  const language = useLanguage();
  const query = useQuery({
    queryKey: ['staff', 'branch-menu', language],
    queryFn: () => request(getBranchMenu, { language }),
  });
  return (
    <Stack $gap="xl">
      <p>{t('menu.text', { name: head })}</p>
      <Loaded query={query}>{(menu) => menu && <Dishes menu={menu} />}</Loaded>
    </Stack>
  );
}

function Dishes({ menu: { sections, currency, decimals } }: { menu: Menu }) {
  const { t } = useTranslation('chain');
  const [words, setWords] = useState('');
  const [open, setOpen] = useState<LocalDish>();
  const wanted = words.trim().toLocaleLowerCase();
  const found = sections
    .map((section) => ({
      ...section,
      dishes: section.dishes.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)),
    }))
    .filter(({ dishes }) => dishes.length > 0);
  return (
    <>
      <TextField
        type="search"
        label={t('menu.find')}
        value={words}
        onChange={({ target }) => setWords(target.value)}
        autoComplete="off"
      />
      {found.length === 0 && <p>{t('menu.none')}</p>}
      {found.map(({ id, name, dishes }) => (
        <Stack as="section" $gap="sm" key={id}>
          <Text as="h2" $type="heading" $breaks>
            {name}
          </Text>
          <Stack as="ul" $gap="sm">
            {dishes.map((dish) => (
              <DishCard key={dish.id} dish={dish} currency={currency} onOpen={() => setOpen(dish)} />
            ))}
          </Stack>
        </Stack>
      ))}
      {open && <LocalDishSheet dish={open} decimals={decimals} onClose={() => setOpen(undefined)} />}
    </>
  );
}

interface CardProps {
  readonly dish: LocalDish;
  readonly currency: string;
  onOpen(): void;
}

function DishCard({ dish, currency, onOpen }: CardProps) {
  const { t } = useTranslation('chain');
  const language = useLanguage();
  const money = (amount: string) => formatMoney(amount, currency, language);
  const { name, price, localPrice, isHidden, options } = dish;
  const ownOptions = options.filter((option) => option.localPrice !== undefined).length;
  const facts = [
    ...(isHidden ? [t('menu.hidden')] : []),
    ...(localPrice === undefined ? [] : [t('menu.headPrice', { price: money(price) })]),
    ...(ownOptions === 0 ? [] : [t('menu.ownOptions', { count: ownOptions })]),
  ];
  return (
    <Box as="li" $card $pad="md lg">
      <Row $gap="md" $align="center" $wrap>
        <Stack $grow="readable">
          <Text $type="strong" $breaks $colour={isHidden ? 'textMuted' : 'text'}>
            {name}
          </Text>
          {facts.length > 0 && <Small>{facts.join(' · ')}</Small>}
        </Stack>
        <Text $figures $colour={isHidden ? 'textMuted' : 'text'}>
          {money(localPrice ?? price)}
        </Text>
        <Button variant="secondary" aria-label={t('menu.changeOf', { name })} onClick={onOpen}>
          {t('menu.change')}
        </Button>
      </Row>
    </Box>
  );
}
