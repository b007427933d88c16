import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { border, colour, cramped, motion, radius, size, space, type } from '#ui/theme/tokens.ts';
import { VisuallyHidden } from '#ui/primitives.tsx';
import type { Progress } from '#src/progress/order-steps.ts';
import { StepIcon } from '#src/progress/StepIcon.tsx';
import type { StepWords } from '#src/progress/use-step-words.ts';

interface Props {
  readonly progress: Progress;
  readonly words: StepWords;
  readonly label: string;
}

/** The progress of a round as a row of steps. The bar before a step fills with each piece that reaches it. */
export function RoundSteps({ progress: { step: now, total, pieces, marks }, words, label }: Props) {
  const { t } = useTranslation('order');
  return (
    <List aria-label={label}>
      {marks.map(({ step, reached }) => {
        const isDone = reached === total;
        return (
          <Mark
            key={step}
            $state={isDone ? 'done' : reached > 0 ? 'begun' : 'ahead'}
            aria-current={step === now ? 'step' : undefined}
          >
            <Way aria-hidden>
              <Gone $share={reached / total} />
            </Way>
            <Dot>
              <StepIcon step={step} />
            </Dot>
            <Name $now={step === now}>{words.of(step)}</Name>
            {isDone && pieces[step] === 0 && <VisuallyHidden>{t('steps.done')}</VisuallyHidden>}
          </Mark>
        );
      })}
    </List>
  );
}

/** The steps are on one line, or one below the other with large text. */
const List = styled.ol`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, ${size.control}), 1fr));
  row-gap: ${space.sm};
  overflow: hidden;

  ${cramped} {
    grid-template-columns: 1fr;
  }
`;

type State = 'done' | 'begun' | 'ahead';
const grounds: Record<State, string> = {
  done: colour('text'),
  begun: colour('sunken'),
  ahead: colour('sunken'),
};
const inks: Record<State, string> = {
  done: colour('surface'),
  begun: colour('text'),
  ahead: colour('textMuted'),
};

const Dot = styled.span`
  position: relative;
  display: grid;
  place-items: center;
  width: ${size.avatarMd};
  height: ${size.avatarMd};
  border-radius: ${radius.round};
  transition:
    color ${motion.turn} ${motion.out},
    background ${motion.turn} ${motion.out};
`;

const Mark = styled.li<{ $state: State }>`
  position: relative;
  display: flex;
  flex-direction: column;
  align-items: center;
  min-width: 0;
  text-align: center;

  > ${Dot} {
    color: ${({ $state }) => inks[$state]};
    background: ${({ $state }) => grounds[$state]};
  }
  /* The bar between this step and the previous one. */
  &:first-child > :first-child {
    display: none;
  }
  ${cramped} {
    flex-direction: row;
    gap: ${space.md};
    text-align: start;

    > :first-child {
      display: none;
    }
  }
`;

const Way = styled.span`
  position: absolute;
  top: calc(${size.avatarMd} / 2 - ${border.bold} / 2);
  inset-inline: calc(-50% + ${size.avatarMd} / 2 + ${space.xs}) calc(50% + ${size.avatarMd} / 2 + ${space.xs});
  height: ${border.bold};
  overflow: hidden;
  background: ${colour('line')};
  border-radius: ${radius.round};
`;

const Gone = styled.span<{ $share: number }>`
  display: block;
  width: ${({ $share }) => `${$share * 100}%`};
  height: 100%;
  background: ${colour('text')};
  transition: width ${motion.turn} ${motion.out};
`;

const Name = styled.span<{ $now: boolean }>`
  margin-top: ${space.xs};
  ${({ $now }) => ($now ? type.label : type.small)};
  color: ${({ $now }) => colour($now ? 'text' : 'textMuted')};
  overflow-wrap: normal;
`;
