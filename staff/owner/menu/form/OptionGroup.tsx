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
import { newOption, onDish, shift, toggleDefault } from '../draft/acts.ts';
import { useDraft } from '../draft/draft-context.ts';
import { BothLanguages } from '../fields/BothLanguages.tsx';
import { CountBox } from '../fields/CountBox.tsx';
import { Note } from '../fields/TextBox.tsx';
import { useLanguage } from '#ui/routes/language.ts';
import { useMistakes } from '../notices/mistakes.ts';
import { OptionLine } from './OptionLine.tsx';

interface Props {
  readonly dish: TreeDish;
  readonly group: WholeModifierGroup;
  readonly index: number;
  onRemoved(): void;
}

/** An option group of a dish: its name, how many options a diner takes, and the options. */
export function OptionGroup({ dish, group, index, onRemoved }: Props) {
  const { t } = useTranslation(['ownerMenu', 'dish']);
  const language = useLanguage();
  const { edit, tries } = useDraft();
  const mistakeAt = useMistakes(dish);
  const { min, max, modifiers } = group;
  const id = useId();
  const { entries, adder, goTo } = useListFocus<HTMLUListElement>();
  const isWrong = mistakeAt(['modifierGroups', index], 'within') !== undefined;
  // A new group starts open.
  const [isOpen, setIsOpen] = useState(group.name[language] === '' || isWrong);
  const [triesBefore, setTriesBefore] = useState(tries);
  // An attempt to publish opens the groups with mistakes.
  if (tries !== triesBefore) {
    setTriesBefore(tries);
    if (isWrong) setIsOpen(true);
  }
  const name = group.name[language] || t('options.unnamed', { number: index + 1 });
  const at = (...path: (string | number)[]) => mistakeAt(['modifierGroups', index, ...path]);
  const change = (recipe: (draft: Draft<WholeModifierGroup>) => void) =>
    edit(onDish(dish.id, (draft) => recipe(draft.modifierGroups[index]!)));
  const move = (by: 1 | -1) =>
    edit(onDish(dish.id, (draft) => void shift(draft.modifierGroups, draft.modifierGroups[index]!, by)));
  const rule =
    min === max
      ? t('dish:choose', { count: min })
      : min === 0
        ? t('dish:chooseUpTo', { count: max })
        : t('dish:chooseBetween', { min, max });

  return (
    <Group aria-labelledby={id}>
      <Opener type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
        <Stack as="span" $grow>
          <Text as="span" id={id} $type="strong" $breaks>
            {name}
          </Text>
          {!isOpen && (
            <Small as="span" $breaks>
              {t('options.summary', {
                rule,
                options: modifiers
                  .map((option) => option.name[language])
                  .filter(Boolean)
                  .join(t('options.comma')),
              })}
            </Small>
          )}
        </Stack>
        {!isOpen && isWrong && <CircleAlert aria-label={t('list.mistaken')} />}
      </Opener>
      {isOpen && (
        <Fields>
          <BothLanguages
            label={t('options.name')}
            texts={group.name}
            maxLength={400}
            error={at('name')}
            onChange={(texts) => change((draft) => void (draft.name = texts))}
          />
          <div>
            <Row $gap="md" $align="flex-start">
              <CountBox
                label={t('options.min')}
                value={min}
                error={at('min')}
                onChange={(count) => change((draft) => void (draft.min = count))}
              />
              <CountBox
                label={t('options.max')}
                value={max}
                error={at('max')}
                onChange={(count) => change((draft) => void (draft.max = count))}
              />
            </Row>
            <Note>{t('options.rule', { need: t(min > 0 ? 'dish:required' : 'dish:optional'), rule })}</Note>
          </div>
          <Lines ref={entries}>
            {modifiers.map((option, place) => (
              <OptionLine
                key={option.id}
                option={option}
                place={place}
                count={modifiers.length}
                mistakeAt={(field) => at('modifiers', place, field)}
                change={(recipe) => change((draft) => recipe(draft.modifiers[place]!))}
                onDefault={() => change((draft) => toggleDefault(draft, option.id))}
                onMove={(by) => change((draft) => void shift(draft.modifiers, draft.modifiers[place]!, by))}
                onRemove={() => {
                  change((draft) => void draft.modifiers.splice(place, 1));
                  goTo(place);
                }}
              />
            ))}
          </Lines>
          {at('modifiers') && (
            <Note $wrong data-wrong tabIndex={-1}>
              {at('modifiers')?.text}
            </Note>
          )}
          <Row $justify="space-between" $align="center" $wrap>
            <Button
              ref={adder}
              variant="quiet"
              onClick={() => {
                change((draft) => void draft.modifiers.push(newOption(nanoid(10))));
                goTo(modifiers.length);
              }}
            >
              <Plus aria-hidden />
              {t('options.addOption')}
            </Button>
            <Row>
              <IconButton label={t('moveUp', { name })} disabled={index === 0} onClick={() => move(-1)}>
                <ArrowUp aria-hidden />
              </IconButton>
              <IconButton
                label={t('moveDown', { name })}
                disabled={index === dish.modifierGroups.length - 1}
                onClick={() => move(1)}
              >
                <ArrowDown aria-hidden />
              </IconButton>
              <IconButton
                label={t('remove', { name })}
                onClick={() => {
                  edit(onDish(dish.id, (draft) => void draft.modifierGroups.splice(index, 1)));
                  onRemoved();
                }}
              >
                <Trash2 aria-hidden />
              </IconButton>
            </Row>
          </Row>
        </Fields>
      )}
    </Group>
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
