import { nameLanguage } from '#ui/i18n/language-name.ts';
import type { TreeDish } from '#contract/menu-file/menu-tree.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { languageCodes } from '#contract/http/headers.ts';
import { chooseInitially, toggleChoice, type Choices as Chosen } from '#ui/dish/modifier-choices.ts';
import { ModifierGroupField } from '#ui/dish/ModifierGroupField.tsx';
import { DishLine } from '#ui/dish/DishLine.tsx';
import { DishTags } from '#ui/dish/DishTags.tsx';
import { DishPhoto } from '#ui/dish/DishPhoto.tsx';
import { Plate } from '#ui/dish/Plate.tsx';
import { useLanguage } from '#ui/routes/language.ts';
import { border, colour, radius, size, space } from '#ui/theme/tokens.ts';
import { Choices } from '#ui/controls/Choices.tsx';
import { Small, Stack, Text } from '#ui/primitives.tsx';
import { useRestaurant } from '../restaurant.ts';
import { toPreviewDish } from './preview-dish.ts';

/** A preview of the dish on a phone, in either language: its row on the menu, and its sheet with the options. */
export function PhonePreview({ dish, legend }: { dish: TreeDish; legend: string }) {
  const { t } = useTranslation('ownerMenu');
  const reader = useLanguage();
  const [language, setLanguage] = useState(reader);
  const { currency, soldOut } = useRestaurant();
  const product = toPreviewDish(dish, language, soldOut);
  // Without a try, the default options are chosen, as when the sheet opens.
  const [tried, setTried] = useState<Chosen>();
  const choices = tried ?? chooseInitially(product.modifierGroups);

  return (
    <Stack $gap="md">
      <Choices
        legend={legend}
        value={language}
        options={languageCodes.map((value) => ({ value, label: nameLanguage(value, reader) }))}
        onChange={setLanguage}
      />
      <Screen lang={language}>
        <Rows>
          <DishLine
            product={product}
            currency={currency}
            picture={
              product.picture && (
                <AtTop>
                  <Plate
                    picture={product.picture}
                    signature={product.diets.includes('signature')}
                    dim={product.soldOut}
                  />
                </AtTop>
              )
            }
            name={product.name || <Empty>{t('phone.noName')}</Empty>}
            action={
              <Add aria-hidden>
                <Plus />
              </Add>
            }
          />
        </Rows>
        <SheetLook>
          {product.picture && (
            <AcrossTop>
              <DishPhoto picture={product.picture} dim={product.soldOut} />
            </AcrossTop>
          )}
          <Text $type="title" $breaks $below="xs">
            {product.name || <Empty>{t('phone.noName')}</Empty>}
          </Text>
          {product.description !== '' && (
            <Text $colour="textMuted" $breaks $below="sm">
              {product.description}
            </Text>
          )}
          <DishTags product={product} />
          {product.modifierGroups.map((group) => (
            <ModifierGroupField
              key={group.id}
              group={group}
              choices={choices}
              currency={currency}
              showsMissing={false}
              onToggle={(id) => setTried(toggleChoice(choices, group, id))}
            />
          ))}
        </SheetLook>
      </Screen>
      <Small>{t('phone.hint')}</Small>
    </Stack>
  );
}

const AtTop = styled.div`
  align-self: flex-start;
`;

const Screen = styled.div`
  overflow: hidden;
  background: ${colour('page')};
  border: ${border.bold} solid ${colour('outline')};
  border-radius: ${radius.xl};
`;

const Rows = styled.ul`
  padding-inline: ${space.lg};

  > li {
    border-top: none;
  }
`;

/** Looks like a sheet that rises from the bottom edge. */
const SheetLook = styled.div`
  overflow: hidden;
  padding: ${space.lg};
  background: ${colour('surface')};
  border-top: thin solid ${colour('line')};
  border-radius: ${radius.xl} ${radius.xl} 0 0;
`;

const AcrossTop = styled.div`
  margin: calc(-1 * ${space.lg}) calc(-1 * ${space.lg}) ${space.lg};
`;

const Add = styled.span`
  display: grid;
  place-items: center;
  width: ${size.touch};
  height: ${size.touch};
  color: ${colour('text')};
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('outline')};
  border-radius: ${radius.round};
`;

const Empty = styled.span`
  color: ${colour('textMuted')};
`;
