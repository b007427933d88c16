import { chooseText, listTexts } from '#contract/menu-file/localized.ts';
import type { TreeDish } from '#contract/menu-file/menu-tree.ts';
import { Utensils } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { decimal } from '#contract/fields.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { colour, radius, size } from '#ui/theme/tokens.ts';
import { Picture } from '#ui/Picture.tsx';
import { Small, Stack, Text } from '#ui/primitives.tsx';
import { Price } from '#ui/text/Price.tsx';
import { moveDish, type Recipe } from '../draft/acts.ts';
import { useRestaurant } from '../restaurant.ts';
import { createPicture } from '../picture/picture-of.ts';
import type { Place } from './use-place.ts';
import { Entry, Marks, Names } from './entry-parts.tsx';
import { getEntryId, moveByArrowKeys } from './arrow-keys.ts';

interface Props {
  readonly dish: TreeDish;
  readonly isChosen: boolean;
  readonly isChanged: boolean;
  readonly isMistaken: boolean;
  onGo(place: Place): void;
  onEdit(recipe: Recipe): void;
}

/** A dish in the list. Memoized, because a menu has hundreds. */
export const DishEntry = memo(function DishEntry(props: Props) {
  const { dish, isChosen, isChanged, isMistaken, onGo, onEdit } = props;
  const { t } = useTranslation('ownerMenu');
  const language = useLanguage();
  const { currency, soldOut } = useRestaurant();
  const picture = createPicture(dish.picture);
  const entry = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isChosen) entry.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const name = chooseText(dish.name, language);
  const others = listTexts(dish.name).filter((each) => each !== name);
  return (
    <li>
      <Entry
        ref={entry}
        type="button"
        id={getEntryId(dish.id)}
        aria-current={isChosen || undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onClick={() => onGo({ dish: dish.id })}
        onKeyDown={moveByArrowKeys((by) => onEdit(moveDish(dish.id, by)))}
      >
        <Thumb>
          {picture ? (
            <Picture src={picture.x1} alt="" loading="lazy" decoding="async" />
          ) : (
            <Utensils aria-hidden />
          )}
        </Thumb>
        <Names>
          <Text as="span" $type="label" $breaks>
            {name || t('dish.unnamed')}
          </Text>
          {others.map((each) => (
            <Small as="span" key={each} $breaks>
              {each}
            </Small>
          ))}
        </Names>
        <Stack as="span" $align="flex-end" $rigid>
          <Small as="span" $figures>
            {decimal.test(dish.price) ? <Price amount={dish.price} currency={currency} /> : '–'}
          </Small>
          {soldOut.dishes.has(dish.id) && <SoldOut>{t('list.soldOut')}</SoldOut>}
        </Stack>
        <Marks isChanged={isChanged} isMistaken={isMistaken} />
      </Entry>
    </li>
  );
});

const Thumb = styled.span`
  display: grid;
  place-items: center;
  flex: none;
  width: ${size.touch};
  aspect-ratio: 1;
  overflow: hidden;
  color: ${colour('textMuted')};
  background: ${colour('sunken')};
  border-radius: ${radius.sm};

  > img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;

const SoldOut = styled(Small).attrs({ as: 'span', $type: 'label', $colour: 'danger' })``;
