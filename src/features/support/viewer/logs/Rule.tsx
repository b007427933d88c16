import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour, radius, space, type } from '#src/kit/theme/tokens.ts';
import { Text } from '#src/kit/ui/primitives.tsx';
import type { RuleId } from './rule-of.ts';

/** A merge rule by its id, and what it says. */
export function Rule({ id }: { id: RuleId }) {
  const { t } = useTranslation('support');
  return (
    <Text $type="small" $colour="textMuted">
      <RuleMark id={id} /> {t(`rules.${id}`)}
    </Text>
  );
}

/** A rule's id alone. */
export function RuleMark({ id }: { id: RuleId }) {
  return <Mark>{id}</Mark>;
}

const Mark = styled.code`
  padding: ${space.none} ${space.xs};
  ${type.code};
  color: ${colour('text')};
  background: ${colour('sunken')};
  border-radius: ${radius.mark};
`;
