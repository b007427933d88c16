import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Order } from '#contract/order-fields.ts';
import { useNow } from '#ui/timing/use-now.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { Avatar } from '#ui/diners/Avatar.tsx';
import { Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { OrderLine } from './OrderLine.tsx';
import {
  isAwaited,
  findPlacedAt,
  calculateProgress,
  findReachedAt,
  type Progress,
} from '#src/progress/order-steps.ts';
import { estimateMinutes } from '#src/progress/estimate-minutes.ts';
import { PlacedScene } from './PlacedScene.tsx';
import { RoundAgain } from './RoundAgain.tsx';
import { RoundSteps } from './RoundSteps.tsx';
import type { ShownRound } from './shown-rounds.ts';
import { useStepWords } from '#src/progress/use-step-words.ts';

interface Props {
  readonly order: Order;
  readonly round: ShownRound;
  readonly isNewest: boolean;
  /** This phone has just placed it. */
  readonly isPlacedNow: boolean;
  readonly me: string | undefined;
  /** undefined hides prices. */
  readonly currency: string | undefined;
  /** The diner can order their own dishes again. */
  readonly mayAdd: boolean;
}

/** One round of the order, with its progress and its dishes grouped by diner. */
export function RoundList({ order, round, isNewest, isPlacedNow, me, currency, mayAdd }: Props) {
  const { t } = useTranslation('order');
  const time = useShortTime();
  const placedAt = findPlacedAt(round, order);
  const progress = isAwaited(order) ? calculateProgress(round.lines, order) : undefined;
  const isFresh = isNewest && isPlacedNow && (progress?.step === 'received' || progress?.step === 'cooking');
  // Directly after placing, a tap on "again" would be a mistake.
  const mayRepeat = (userId: string) => mayAdd && userId === me && !isFresh;
  const nameOf = (userId: string, userName: string) => {
    if (userId === me) return t('detail.you');
    return userName || t(userId === '' ? 'detail.forTable' : 'detail.someone');
  };

  return (
    <Stack as="section" $gap="sm">
      <Row $justify="space-between" $align="baseline" $gap="md" $wrap>
        <Text as="h2" $type="heading">
          {t('detail.round', { number: round.round })}
        </Text>
        {/* A received round shows the same time next to its state. */}
        {placedAt !== undefined && progress?.step !== 'received' && <Small as="time">{time(placedAt)}</Small>}
      </Row>
      {progress && <RoundState {...{ order, round, isNewest, isFresh, progress, placedAt }} />}
      {round.diners.map(({ userId, userName, lines }) => (
        <Stack $gap="xs" $pad="lg" $card key={userId}>
          <Row as="h3" $gap="sm" $align="center" $type="label" $colour="textMuted">
            <Avatar userId={userId} name={userName} size="sm" />
            {nameOf(userId, userName)}
          </Row>
          <ul>
            {lines.map((line) => (
              <OrderLine
                key={line.id}
                {...{ order, line, currency }}
                isUnderWay={progress !== undefined && isUnderWay(progress)}
                addedAt={
                  placedAt !== undefined && line.placedAt && line.placedAt > placedAt
                    ? time(line.placedAt)
                    : undefined
                }
                mayAdd={mayRepeat(userId)}
              />
            ))}
          </ul>
          {mayRepeat(userId) && <RoundAgain lines={lines} />}
        </Stack>
      ))}
      {round.takenOff.map(({ id, name = '', voidReason: reason }) => (
        <Small key={id}>{t('detail.takenOff', { name, reason: reason ?? '' })}</Small>
      ))}
    </Stack>
  );
}

/** True if some pieces are in the kitchen or further, and not all are served. */
function isUnderWay({ total, pieces: { received, served } }: Progress): boolean {
  return received < total && served < total;
}

interface StateProps extends Pick<Props, 'order' | 'round' | 'isNewest'> {
  /** The diner has just placed it. */
  readonly isFresh: boolean;
  readonly progress: Progress;
  readonly placedAt: number | undefined;
}

/** How often the estimate is renewed, ms. */
const estimateMs = 30_000;

/** The current step of the round, its time or an estimate, and what comes next. A served round shows no steps. */
function RoundState({ order, round, isNewest, isFresh, progress, placedAt }: StateProps) {
  const { t } = useTranslation('order');
  const words = useStepWords(order);
  const time = useShortTime();
  const { step } = progress;
  const minutes = estimateMinutes(round.lines, placedAt, useNow(estimateMs));
  const at = step === 'received' ? placedAt : findReachedAt(round.lines, step);
  const stateText =
    at === undefined ? words.of(step) : t('steps.at', { step: words.of(step), time: time(at) });

  if (step === 'served' && !isNewest)
    return (
      <Row as="p" $gap="sm" $align="center" $type="label" $icons="accentText">
        <CircleCheck aria-hidden />
        {stateText}
      </Row>
    );
  return (
    <Stack $gap="lg" $pad="lg" $card>
      {isFresh && <PlacedScene lines={round.lines} />}
      <div aria-live="polite">
        <Text $type={isNewest ? 'title' : 'strong'}>{isFresh ? t('steps.placed') : stateText}</Text>
        {minutes !== undefined && <Text $type="strong">{t('steps.about', { count: minutes })}</Text>}
        {!(isFresh && minutes !== undefined) && (
          <Text $balance $colour="textMuted">
            {words.next(progress)}
          </Text>
        )}
      </div>
      <RoundSteps progress={progress} words={words} label={t('steps.label', { number: round.round })} />
    </Stack>
  );
}

function useShortTime(): (at: number) => string {
  const format = new Intl.DateTimeFormat(useLanguage(), { timeStyle: 'short' });
  return (at) => format.format(at);
}
