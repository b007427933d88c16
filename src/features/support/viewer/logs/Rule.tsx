import { useTranslation } from 'react-i18next';
import { Small, Text } from '#ui/primitives.tsx';
import type { AnyEvent } from '#events/cart/registry.ts';
import type { Explanation } from '#projections/merge/explain.ts';
import type { Effect } from '#projections/replay/effect.ts';
import type { Fate } from '#projections/replay/fates.ts';

/** A merge rule by its id, and what it says. */
export function Rule({ id }: { id: RuleId }) {
  const { t } = useTranslation('support');
  return (
    <Small>
      <RuleMark id={id} /> {t(`rules.${id}`)}
    </Small>
  );
}

/** A rule's id alone. */
export function RuleMark({ id }: { id: RuleId }) {
  return (
    <Text as="code" $pad="none xs" $type="code" $colour="text" $ground="sunken" $radius="mark">
      {id}
    </Text>
  );
}

/** Every rule that the viewer can name. */
export type RuleId = Explanation['rule'] | 'F3' | 'E6' | 'G3';

/** The rule by which a record did nothing; where it did something the change speaks for itself. */
export function ruleOf({ nothing, own }: Effect): RuleId | undefined {
  return nothing?.rule ?? own?.rule;
}

/** The rule by which an event of its type does what it does. */
export function ruleOfEvent({ type }: AnyEvent): RuleId | undefined {
  return ruleOfType[type];
}

const ruleOfType: Readonly<Partial<Record<string, RuleId>>> = {
  itemAdded: 'V5a',
  itemDecreased: 'V5b',
  notesEdited: 'V5c',
  cartCleared: 'V3',
  orderPlaced: 'V3',
  guestsSet: 'V5d',
  orderTypeSet: 'V5d',
};

/** The rule by which an event does not simply count. */
export function ruleOfFate(fate: Fate): RuleId | undefined {
  return fate.kind === 'counts' ? undefined : fate.rule;
}
