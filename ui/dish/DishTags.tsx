import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { allergens, findVegetarianKind, type diets } from '#contract/dish-labels.ts';
import { fewPortions } from '#contract/limits.ts';
import type { Product } from '#contract/calls/merchant.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { colour, space, type } from '#ui/theme/tokens.ts';

type Diet = (typeof diets)[number];
type Tone = 'text' | 'danger' | 'success';

/** Tags in this order, signature dishes first. The kind of vegetarian food has a tag of its own. */
const inOrder = ['signature', 'spicy', 'glutenFree', 'halal'] as const satisfies Diet[];
const tones: Partial<Record<Diet, Tone>> = { signature: 'text', spicy: 'danger' };

/** Tags of a dish: few portions left, diets, allergens. Values for which this app has no text are left out. */
export function DishTags({ product }: { product: Product }) {
  const { t } = useTranslation('menu');
  const language = useLanguage();
  const kind = findVegetarianKind(product);
  const shownDiets = inOrder.filter((diet) => product.diets.includes(diet));
  const contained = allergens
    .filter((allergen) => product.allergens.includes(allergen))
    .map((allergen) => t(`allergen.${allergen}`));
  const { portions = Infinity, soldOut } = product;
  const isScarce = !soldOut && portions <= fewPortions;
  if (!kind && shownDiets.length === 0 && contained.length === 0 && !isScarce) return null;

  return (
    <Tags>
      {isScarce && <Scarce>{t('left', { portions })}</Scarce>}
      {shownDiets.map((diet) => (
        <Tag key={diet} $tone={tones[diet] ?? 'success'}>
          {t(`diet.${diet}`)}
        </Tag>
      ))}
      {kind && <Tag $tone="success">{t(`plant.${kind}`)}</Tag>}
      {contained.length > 0 && (
        <Contains>{t('contains', { list: new Intl.ListFormat(language).format(contained) })}</Contains>
      )}
    </Tags>
  );
}

const Tags = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space.xs} ${space.sm};
  ${type.small};

  /* Only for screen readers, which would read the tags as one sentence. */
  & > :not(:last-child)::after {
    content: '' / ',';
  }
`;

const Tag = styled.span<{ $tone: Tone }>`
  ${type.label};
  color: ${({ $tone }) => colour($tone)};
`;

const Scarce = styled.span`
  ${type.label};
  color: ${colour('warning')};
`;

const Contains = styled.span`
  color: ${colour('textMuted')};
`;
