import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { translateReason } from '#staff/usual-reasons.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { readHeldCourse } from '#contract/course.ts';
import type { PlacedItem } from '#contract/order-fields.ts';
import { colour, space, type } from '#ui/theme/tokens.ts';
import type { Colours } from '#ui/theme/theme.ts';
import { Small } from '#ui/primitives.tsx';
import { computeDishState, stages, type Stage } from './dish-state.ts';
import type { useDishWords } from './use-dish-words.ts';

interface Props {
  readonly line: PlacedItem;
  readonly words: ReturnType<typeof useDishWords>;
}

/** Who ordered a dish and its stage. If its pieces are at different stages, the number at each. */
export function DishStage({ line, words }: Props) {
  const { t } = useTranslation('staff');
  const language = useLanguage();
  const state = computeDishState(line);
  const held = readHeldCourse(line);
  // For a waiter, held pieces are neither new nor in the kitchen.
  const shown: readonly Stage[] = held === undefined ? stages : ['ready', 'served'];
  const at = shown.filter((stage) => state[stage] > 0);
  const { qtyVoid = 0, voidReason, qtyRefunded = 0 } = line;
  const formatPieces = (pieces: number) => words.formatWeight(line, pieces) ?? String(pieces);
  return (
    <Marks>
      {line.userName !== '' && <Small as="span">{line.userName}</Small>}
      {at.map((stage) => (
        <Mark key={stage} $colour={colours[stage]}>
          {at.length === 1 && held === undefined
            ? t(`dish.stage.${stage}`)
            : t('dish.staged', { pieces: formatPieces(state[stage]), stage: t(`dish.stage.${stage}`) })}
        </Mark>
      ))}
      {held !== undefined && <Mark $colour="warning">{t('course.held', { course: held })}</Mark>}
      {qtyVoid > 0 && (
        <Mark $colour="danger">
          {voidReason
            ? t('dish.voidedFor', {
                pieces: formatPieces(qtyVoid),
                reason: translateReason(language, voidReason),
              })
            : t('dish.voided', { pieces: formatPieces(qtyVoid) })}
        </Mark>
      )}
      {qtyRefunded > 0 && (
        <Mark $colour="danger">{t('dish.refunded', { pieces: formatPieces(qtyRefunded) })}</Mark>
      )}
    </Marks>
  );
}

const colours: Record<Stage, keyof Colours> = {
  fresh: 'accentText',
  inKitchen: 'textMuted',
  ready: 'success',
  served: 'textMuted',
};

const Marks = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: ${space.none} ${space.md};
`;

const Mark = styled.span<{ $colour: keyof Colours }>`
  ${type.label};
  color: ${({ $colour }) => colour($colour)};
`;
