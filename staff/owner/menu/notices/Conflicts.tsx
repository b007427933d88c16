import type { Conflict } from '../draft/conflicts.ts';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useLanguage } from '#ui/routes/language.ts';
import { colour, radius, space } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { useValueWords } from './value-words.ts';

interface Props {
  readonly conflicts: readonly Conflict[];
  onDecide(conflict: Conflict, takes: 'mine' | 'theirs'): void;
}

/** Values that two people changed at the same time, each with a choice between both. */
export function Conflicts({ conflicts, onDecide }: Props) {
  const { t } = useTranslation('ownerMenu');
  const language = useLanguage();
  const wordsOf = useValueWords();
  if (conflicts.length === 0) return null;
  return (
    <Notice aria-labelledby="conflicts">
      <Text as="h2" id="conflicts" $type="strong">
        {t('conflict.title', { count: conflicts.length })}
      </Text>
      <Stack as="ul" $gap="md">
        {conflicts.map((conflict) => {
          const { place, mine, theirs } = wordsOf(conflict, language);
          const person = conflict.by || t('conflict.somebody');
          const describeChoice = (value: string, isGone: boolean) =>
            conflict.path.length > 2
              ? t('conflict.take', { value })
              : t(isGone ? 'conflict.leaveGone' : 'conflict.keepIt');
          const kind = conflict.isOfDraft ? 'ofDraft' : 'typed';
          return (
            <Stack as="li" key={conflict.path.join('/')} $gap="xs">
              <Text $type="label" $breaks>
                {place}
              </Text>
              <Small $breaks>{t(`conflict.${kind}`, { mine, theirs, who: person })}</Small>
              <Row $gap="sm" $wrap>
                <Button variant="secondary" onClick={() => onDecide(conflict, 'mine')}>
                  {describeChoice(mine, conflict.mine === undefined)}
                </Button>
                <Button variant="secondary" onClick={() => onDecide(conflict, 'theirs')}>
                  {describeChoice(theirs, conflict.theirs === undefined)}
                </Button>
              </Row>
            </Stack>
          );
        })}
      </Stack>
    </Notice>
  );
}

const Notice = styled.section`
  display: flex;
  flex-direction: column;
  gap: ${space.md};
  padding: ${space.lg};
  background: ${colour('warningSoft')};
  border-radius: ${radius.lg};
`;
