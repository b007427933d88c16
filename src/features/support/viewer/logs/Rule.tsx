import { useTranslation } from 'react-i18next';
import { Small, Text } from '#src/kit/ui/primitives.tsx';
import type { RuleId } from './rule-of.ts';

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
