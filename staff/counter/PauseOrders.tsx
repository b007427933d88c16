import { CirclePause, CirclePlay } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { longestReason, pauseOrders, resumeOrders, type OrderPause } from '#contract/calls/opening.ts';
import { translateReason } from '#staff/usual-reasons.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Choices } from '#ui/controls/Choices.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { Row, Stack, Text } from '#ui/primitives.tsx';
import { useLanguage } from '#ui/routes/language.ts';
import { useStaffChange } from '../calls/staff-queries.ts';
import { Reasons } from '../orders/sheets/Reasons.tsx';
import { useClock } from '../use-clock.ts';
import { useNow } from '../use-now.ts';

/** How often the end of a pause is looked for, ms. */
const lookMs = 5_000;

const usual = ['busy', 'few', 'event', 'fault'] as const;
const spans = ['15', '30', '60', 'open'] as const;
type Span = (typeof spans)[number];

/** The button that pauses the orders of diners, or the pause with the button that ends it. */
export function PauseOrders({ pause, mayStart }: { pause: OrderPause | undefined; mayStart: boolean }) {
  const { t } = useTranslation('staff');
  const [isOpen, setOpen] = useState(false);
  const now = useNow(lookMs);
  if (pause && (pause.until === null || pause.until > now)) return <Paused pause={pause} />;
  if (!mayStart) return null;
  return (
    <Row $justify="flex-end">
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <CirclePause aria-hidden />
        {t('pause.start')}
      </Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={t('pause.title')}>
        <PauseForm onDone={() => setOpen(false)} />
      </Sheet>
    </Row>
  );
}

function Paused({ pause: { reason, until, by, since } }: { pause: OrderPause }) {
  const { t } = useTranslation('staff');
  const language = useLanguage();
  const clock = useClock({ timeStyle: 'short' });
  const resume = useStaffChange(resumeOrders);
  const who = by === '' ? t('pause.somebody') : by;
  const words = { reason: translateReason(language, reason), who, time: clock.format(since) };
  return (
    <Banner tone="warning">
      <Text as="h2" $type="strong">
        {until === null ? t('pause.is') : t('pause.isUntil', { time: clock.format(until) })}
      </Text>
      <p>{t('pause.by', words)}</p>
      <Row>
        <Button variant="secondary" busy={resume.isPending} onClick={() => resume.mutate({})}>
          <CirclePlay aria-hidden />
          {t('pause.resume')}
        </Button>
      </Row>
    </Banner>
  );
}

function PauseForm({ onDone }: { onDone(): void }) {
  const { t } = useTranslation('staff');
  const [span, setSpan] = useState<Span>('30');
  const change = useStaffChange(pauseOrders, onDone);
  const options = spans.map((value) => ({
    value,
    label: value === 'open' ? t('pause.open') : t('pause.minutes', { count: Number(value) }),
  }));
  const handleReason = (reason: string) =>
    change.mutate({ reason, minutes: span === 'open' ? null : Number(span) });
  return (
    <Stack $gap="lg">
      <p>{t('pause.text')}</p>
      <Choices legend={t('pause.how')} options={options} value={span} onChange={setSpan} />
      <Reasons
        legend={t('pause.why')}
        reasons={usual.map((name) => t(`pause.reasons.${name}`))}
        submit={t('pause.submit')}
        busy={change.isPending}
        maxLength={longestReason}
        onReason={handleReason}
      />
    </Stack>
  );
}
