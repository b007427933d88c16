import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { PlacedItem } from '#contract/order-fields.ts';
import { colour, radius, space } from '#ui/theme/tokens.ts';
import { Text } from '#ui/primitives.tsx';
import { CourseButton } from '../orders/dishes/CourseButton.tsx';
import type { useDishWords } from '../orders/dishes/use-dish-words.ts';

interface Props {
  readonly orderId: string;
  readonly course: number;
  readonly lines: readonly PlacedItem[];
  /** ISO 4217 */
  readonly currency: string;
  readonly words: ReturnType<typeof useDishWords>;
}

/** The dishes of a course that the kitchen does not make yet, and the button that fires them. */
export function HeldDishes({ orderId, course, lines, currency, words }: Props) {
  const { t } = useTranslation('staff');
  return (
    <Group>
      <Text $type="label" $colour="textMuted">
        {t('course.held', { course })}
      </Text>
      <ul>
        {lines.map((line) => (
          <Text as="li" key={line.id} $colour="textMuted">
            {words.piecesOf(line)}
          </Text>
        ))}
      </ul>
      <CourseButton act="courseFired" {...{ orderId, course, currency }} />
    </Group>
  );
}

const Group = styled.section`
  display: grid;
  gap: ${space.xs};
  padding: ${space.sm};
  background: ${colour('sunken')};
  border-radius: ${radius.md};
`;
