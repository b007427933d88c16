import { chooseText } from '#contract/menu-file/localized.ts';
import type { TreeSection } from '#contract/menu-file/menu-tree.ts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#ui/routes/language.ts';
import { Small, Text } from '#ui/primitives.tsx';
import { moveSection, type Recipe } from '../draft/acts.ts';
import type { Place } from './use-place.ts';
import { Entry, Marks, Names } from './entry-parts.tsx';
import { getEntryId, moveByArrowKeys } from './arrow-keys.ts';

interface Props {
  readonly section: TreeSection;
  readonly isChosen: boolean;
  readonly isChanged: boolean;
  readonly isMistaken: boolean;
  onGo(place: Place): void;
  onEdit(recipe: Recipe): void;
}

/** The heading of a section in the list, which opens its form. */
export const SectionEntry = memo(function SectionEntry(props: Props) {
  const { section, isChosen, isChanged, isMistaken, onGo, onEdit } = props;
  const { t } = useTranslation('ownerMenu');
  const language = useLanguage();
  const { id, name, dishes } = section;
  return (
    <Entry
      type="button"
      id={getEntryId(id)}
      aria-current={isChosen || undefined}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      onClick={() => onGo({ section: id })}
      onKeyDown={moveByArrowKeys((by) => onEdit(moveSection(id, by)))}
    >
      <Names>
        <Text as="span" $type="heading" $breaks>
          {chooseText(name, language) || t('section.unnamed')}
        </Text>
      </Names>
      <Marks isChanged={isChanged} isMistaken={isMistaken} />
      <Small as="span" $rigid>
        {t('list.dishes', { count: dishes.length })}
      </Small>
    </Entry>
  );
});
