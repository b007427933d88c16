import { Languages, Plus } from 'lucide-react';
import { nanoid } from 'nanoid';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour, layer, space, up } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Stack, Text } from '#ui/primitives.tsx';
import { addDish, addSection, createDish } from '../draft/acts.ts';
import { useDraft } from '../draft/draft-context.ts';
import { listMissingTexts } from '../draft/missing-texts.ts';
import { TextBox } from '../fields/TextBox.tsx';
import type { Place } from './use-place.ts';
import { DishEntry } from './DishEntry.tsx';
import { findDishes } from './found-dishes.ts';
import { SectionEntry } from './SectionEntry.tsx';

interface Props {
  readonly place: Place;
  onGo(place: Place): void;
}

/** The list of all sections and dishes, with a search by name in both languages. */
export function MenuList({ place, onGo }: Props) {
  const { t } = useTranslation('ownerMenu');
  const { tree, edit, changedIds, mistaken } = useDraft();
  const [words, setWords] = useState('');
  const found = findDishes(tree, useDeferredValue(words));
  const isSearching = found !== undefined;
  const lacking = useMemo(
    () => new Set(listMissingTexts(tree).flatMap(({ entries }) => entries.map(({ id }) => id))).size,
    [tree],
  );

  const handleAddSection = () => {
    const id = nanoid(10);
    edit(addSection(id));
    onGo({ section: id });
  };
  const handleAddDish = (sectionId: string) => {
    const id = nanoid(10);
    edit(addDish(createDish(id), sectionId));
    onGo({ dish: id });
  };

  return (
    <Stack as="nav" aria-label={t('list.title')} $gap="md">
      <Finder>
        <TextBox
          type="search"
          label={t('list.search')}
          placeholder={t('list.search')}
          hidesLabel
          value={words}
          onChange={setWords}
        />
      </Finder>
      {!isSearching && lacking > 0 && (
        <Button variant="quiet" onClick={() => onGo({ view: 'texts' })}>
          <Languages aria-hidden />
          {t('texts.open', { count: lacking })}
        </Button>
      )}
      {isSearching && found.size === 0 && <Text $colour="textMuted">{t('list.none')}</Text>}
      {tree.order.length === 0 && <Text $colour="textMuted">{t('list.empty')}</Text>}
      {tree.order.map((id) => {
        const section = tree.sections[id];
        if (!section) return null;
        const dishes = isSearching ? section.dishes.filter((each) => found.has(each)) : section.dishes;
        if (isSearching && dishes.length === 0) return null;
        return (
          <Section key={id}>
            <SectionEntry
              section={section}
              isChosen={place.section === id}
              isChanged={changedIds.has(id)}
              isMistaken={mistaken.has(id)}
              onGo={onGo}
              onEdit={edit}
            />
            <ul>
              {dishes.map((dishId) => (
                <DishOfTree key={dishId} id={dishId} isChosen={place.dish === dishId} onGo={onGo} />
              ))}
            </ul>
            {!isSearching && (
              <Button variant="quiet" onClick={() => handleAddDish(id)}>
                <Plus aria-hidden />
                {t('list.addDish')}
              </Button>
            )}
          </Section>
        );
      })}
      {!isSearching && (
        <Button variant="secondary" wide onClick={handleAddSection}>
          <Plus aria-hidden />
          {t('list.addSection')}
        </Button>
      )}
    </Stack>
  );
}

interface DishProps {
  readonly id: string;
  readonly isChosen: boolean;
  onGo(place: Place): void;
}

/** A dish of the draft in the list. */
function DishOfTree({ id, isChosen, onGo }: DishProps) {
  const { tree, edit, changedIds, mistaken } = useDraft();
  const dish = tree.dishes[id];
  return (
    dish && (
      <DishEntry
        dish={dish}
        isChosen={isChosen}
        isChanged={changedIds.has(id)}
        isMistaken={mistaken.has(id)}
        onGo={onGo}
        onEdit={edit}
      />
    )
  );
}

/** Stays visible above a long list. */
const Finder = styled.div`
  ${up('lg')} {
    position: sticky;
    z-index: ${layer.raised};
    top: -${space.xs};
    margin-top: -${space.xs};
    padding-block: ${space.xs};
    background: ${colour('page')};
  }
`;

const Section = styled.section`
  /* Skips the layout of entries outside the screen: a menu may have 600 dishes. */
  content-visibility: auto;
  contain-intrinsic-block-size: auto ${space.giant};
  /* Room for the focus ring. */
  margin-inline: -${space.xs};
  padding: ${space.hair} ${space.xs};
`;
