import { useTranslation } from 'react-i18next';
import { Small, Text } from '#ui/primitives.tsx';
import type { AnyEvent } from '#events/cart/registry.ts';
import type { Explanation } from '#projections/merge/explain.ts';
import type { Effect } from '#projections/replay/effect.ts';
import type { Fate } from '#projections/replay/fates.ts';

/** The id of a merge rule with its text. */
export function Rule({ id }: { id: RuleId }) {
  const { t } = useTranslation('support');
  return (
    <Small>
      <RuleMark id={id} /> {t(`rules.${id}`)}
    </Small>
  );
}

/** The id of a merge rule. */
export function RuleMark({ id }: { id: RuleId }) {
  return (
    <Text as="code" $pad="none xs" $type="code" $colour="text" $ground="sunken" $radius="mark">
      {id}
    </Text>
  );
}

/** The rules that the viewer can show. */
export type RuleId = Explanation['rule'] | 'F3' | 'E6' | 'G3';

/** The rule by which a record had no effect, or the rule of its effect; undefined if the change needs no explanation. */
export function findRule({ nothing, own }: Effect): RuleId | undefined {
  return nothing?.rule ?? own?.rule;
}

/** The rule that defines the effect of this type of event. */
export function findRuleOfEvent({ type }: AnyEvent): RuleId | undefined {
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

/** The rule by which an event has no effect; undefined for an event that counts. */
export function findRuleOfFate(fate: Fate): RuleId | undefined {
  return fate.kind === 'counts' ? undefined : fate.rule;
}
