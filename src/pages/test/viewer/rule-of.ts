import type { Explanation } from '#projections/explain.ts';
import type { Effect } from '#projections/replay/effect.ts';
import type { Fate } from '#projections/replay/fates.ts';

/** Every rule that the viewer can name. */
export type RuleId = Explanation['rule'] | 'F3' | 'E6' | 'G3';

/** The rule by which a record did nothing; where it did something the change speaks for itself. */
export function ruleOf({ nothing, own }: Effect): RuleId | undefined {
  return nothing?.rule ?? own?.rule;
}

/** The rule by which an event does not simply count. */
export function ruleOfFate(fate: Fate): RuleId | undefined {
  return fate.kind === 'counts' ? undefined : fate.rule;
}
