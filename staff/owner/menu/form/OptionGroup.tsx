import { chooseText, isLackingLanguage } from '#contract/menu-file/localized.ts';
import type { TreeDish } from '#contract/menu-file/menu-tree.ts';
import type { WholeModifierGroup } from '#contract/menu-file/whole-merchant.ts';
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, CircleAlert, Plus, Trash2 } from 'lucide-react';
import { nanoid } from 'nanoid';
import type { Draft } from 'immer';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { border, colour, radius, size, space } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { useListFocus } from '../../focus.ts';
import { createOption, changeDish, moveItem, toggleDefault } from '../draft/acts.ts';
import { useDraft } from '../draft/draft-context.ts';
import { BothLanguages } from '../fields/BothLanguages.tsx';
import { CountBox } from '../fields/CountBox.tsx';
import { Note, type FieldError } from '../fields/TextBox.tsx';
import { useLanguage } from '#ui/routes/language.ts';
import { usePlace } from '../list/use-place.ts';
import { useMistakes } from '../notices/mistakes.ts';
import { findDishTax } from './TaxSelect.tsx';
import { OptionLine } from './OptionLine.tsx';

interface Props {
  readonly dish: TreeDish;
  readonly group: WholeModifierGroup;
  readonly index: number;
  onRemoved(): void;
}

/** An option group of a dish: its name, how many options a diner takes, and the options. */
export function OptionGroup({ dish, group, index, onRemoved }: Props) {
  const { t } = useTranslation('ownerMenu');
  const language = useLanguage();
  const { edit, tree } = useDraft();
  const mistakeAt = useMistakes(dish);
  const { modifiers } = group;
  const id = useId();
  const { entries, adder, goTo } = useListFocus<HTMLUListElement>();
  const lacksText = useLacksText(group);
  const isWrong = mistakeAt(['modifierGroups', index], 'within') !== undefined;
  const [isOpen, setIsOpen] = useOpenGroup(lacksText || chooseText(group.name, language) === '', isWrong);
  const name = chooseText(group.name, language) || t('options.unnamed', { number: index + 1 });
  const findMistake = (...path: (string | number)[]) => mistakeAt(['modifierGroups', index, ...path]);
  const change: ChangeGroup = (recipe) =>
    edit(changeDish(dish.id, (draft) => recipe(draft.modifierGroups[index]!)));
  const move = (by: 1 | -1) =>
    edit(
      changeDish(dish.id, (draft) => void moveItem(draft.modifierGroups, draft.modifierGroups[index]!, by)),
    );
  const rule = useRuleText(group);

  return (
    <Group aria-labelledby={id}>
      <GroupOpener
        id={id}
        name={name}
        rule={rule}
        options={modifiers.map((option) => chooseText(option.name, language)).filter(Boolean)}
        isOpen={isOpen}
        isWrong={isWrong}
        onToggle={() => setIsOpen(!isOpen)}
      />
      {isOpen && (
        <Fields>
          <GroupFields group={group} rule={rule} mistakeAt={findMistake} change={change} />
          <Lines ref={entries}>
            {modifiers.map((option, place) => (
              <OptionLine
                key={option.id}
                option={option}
                place={place}
                count={modifiers.length}
                taxOfDish={findDishTax(tree, dish)}
                mistakeAt={(field) => findMistake('modifiers', place, field)}
                {...createOptionChanges(change, option.id, place)}
                onRemove={() => {
                  change((draft) => void draft.modifiers.splice(place, 1));
                  goTo(place);
                }}
              />
            ))}
          </Lines>
          <OptionsMistake text={findMistake('modifiers')?.text} />
          <Row $justify="space-between" $align="center" $wrap>
            <Button
              ref={adder}
              variant="quiet"
              onClick={() => {
                change((draft) => void draft.modifiers.push(createOption(nanoid(10))));
                goTo(modifiers.length);
              }}
            >
              <Plus aria-hidden />
              {t('options.addOption')}
            </Button>
            <GroupActions
              name={name}
              isFirst={index === 0}
              isLast={index === dish.modifierGroups.length - 1}
              onMove={move}
              onRemove={() => {
                edit(changeDish(dish.id, (draft) => void draft.modifierGroups.splice(index, 1)));
                onRemoved();
              }}
            />
          </Row>
        </Fields>
      )}
    </Group>
  );
}

type ChangeGroup = (recipe: (draft: Draft<WholeModifierGroup>) => void) => void;

/** The changes of one option, as changes of its group. */
function createOptionChanges(change: ChangeGroup, id: string, place: number) {
  return {
    change: (recipe: (draft: Draft<WholeModifierGroup['modifiers'][number]>) => void) =>
      change((draft) => recipe(draft.modifiers[place]!)),
    onDefault: () => change((draft) => toggleDefault(draft, id)),
    onMove: (by: 1 | -1) => change((draft) => void moveItem(draft.modifiers, draft.modifiers[place]!, by)),
  };
}

/** What is wrong with the options as a whole, for example that there are too few. */
function OptionsMistake({ text }: { text: string | undefined }) {
  return (
    text !== undefined && (
      <Note $wrong data-wrong tabIndex={-1}>
        {text}
      </Note>
    )
  );
}

/** Whether the group lacks a text of the language that the list of missing texts led to. */
function useLacksText({ name, modifiers }: WholeModifierGroup): boolean {
  const [{ language }] = usePlace();
  const texts = [name, ...modifiers.map((option) => option.name)];
  return language !== undefined && texts.some((text) => isLackingLanguage(text, language));
}

/** Whether a group is open. A new group starts open, and an attempt to publish opens a group with mistakes. */
function useOpenGroup(isNew: boolean, isWrong: boolean) {
  const { tries } = useDraft();
  const open = useState(isNew || isWrong);
  const [triesBefore, setTriesBefore] = useState(tries);
  if (tries !== triesBefore) {
    setTriesBefore(tries);
    if (isWrong) open[1](true);
  }
  return open;
}

/** How many options a diner takes, in the words that diners read. */
function useRuleText({ min, max }: WholeModifierGroup): string {
  const { t } = useTranslation('dish');
  if (min === max) return t('choose', { count: min });
  return min === 0 ? t('chooseUpTo', { count: max }) : t('chooseBetween', { min, max });
}

interface OpenerProps {
  readonly id: string;
  readonly name: string;
  /** Shown while the group is closed. */
  readonly rule: string;
  readonly options: readonly string[];
  readonly isOpen: boolean;
  readonly isWrong: boolean;
  onToggle(): void;
}

/** The head of a group, which opens and closes it. */
function GroupOpener({ id, name, rule, options, isOpen, isWrong, onToggle }: OpenerProps) {
  const { t } = useTranslation('ownerMenu');
  return (
    <Opener type="button" aria-expanded={isOpen} onClick={onToggle}>
      {isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
      <Stack as="span" $grow>
        <Text as="span" id={id} $type="strong" $breaks>
          {name}
        </Text>
        {!isOpen && (
          <Small as="span" $breaks>
            {t('options.summary', { rule, options: options.join(t('options.comma')) })}
          </Small>
        )}
      </Stack>
      {!isOpen && isWrong && <CircleAlert aria-label={t('list.mistaken')} />}
    </Opener>
  );
}

interface FieldsProps {
  readonly group: WholeModifierGroup;
  /** How many options a diner takes, in words. */
  readonly rule: string;
  mistakeAt(field: 'name' | 'min' | 'max'): FieldError | undefined;
  readonly change: ChangeGroup;
}

/** The name of a group, and how many options a diner takes. */
function GroupFields({ group, rule, mistakeAt, change }: FieldsProps) {
  const { t } = useTranslation(['ownerMenu', 'dish']);
  const { min, max } = group;
  return (
    <>
      <BothLanguages
        label={t('options.name')}
        texts={group.name}
        maxLength={400}
        error={mistakeAt('name')}
        onChange={(texts) => change((draft) => void (draft.name = texts))}
      />
      <div>
        <Row $gap="md" $align="flex-start">
          <CountBox
            label={t('options.min')}
            value={min}
            error={mistakeAt('min')}
            onChange={(count) => change((draft) => void (draft.min = count))}
          />
          <CountBox
            label={t('options.max')}
            value={max}
            error={mistakeAt('max')}
            onChange={(count) => change((draft) => void (draft.max = count))}
          />
        </Row>
        <Note>{t('options.rule', { need: t(min > 0 ? 'dish:required' : 'dish:optional'), rule })}</Note>
      </div>
    </>
  );
}

interface ActionsProps {
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  onMove(by: 1 | -1): void;
  onRemove(): void;
}

/** Moves a group up or down, or removes it. */
function GroupActions({ name, isFirst, isLast, onMove, onRemove }: ActionsProps) {
  const { t } = useTranslation('ownerMenu');
  return (
    <Row>
      <IconButton label={t('moveUp', { name })} disabled={isFirst} onClick={() => onMove(-1)}>
        <ArrowUp aria-hidden />
      </IconButton>
      <IconButton label={t('moveDown', { name })} disabled={isLast} onClick={() => onMove(1)}>
        <ArrowDown aria-hidden />
      </IconButton>
      <IconButton label={t('remove', { name })} onClick={onRemove}>
        <Trash2 aria-hidden />
      </IconButton>
    </Row>
  );
}

const Group = styled.section`
  background: ${colour('page')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.md};
`;

const Opener = styled.button`
  display: flex;
  align-items: center;
  gap: ${space.sm};
  width: 100%;
  min-height: ${size.control};
  padding: ${space.sm} ${space.md};
  text-align: start;
  color: ${colour('text')};

  > svg {
    flex: none;
    color: ${colour('textMuted')};
  }
`;

const Fields = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space.md};
  padding: ${space.none} ${space.md} ${space.md};
`;

const Lines = styled.ul`
  display: flex;
  flex-direction: column;

  border-top: thin solid ${colour('line')};

  > li + li {
    border-top: thin solid ${colour('line')};
  }
`;
