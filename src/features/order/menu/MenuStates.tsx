import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '#ui/i18n/failure-text.ts';
import { ReportSlot } from '#ui/page/MessagePage.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { size } from '#ui/theme/tokens.ts';
import { Box, Row, Stack, Text, VisuallyHidden } from '#ui/primitives.tsx';

const pills = ['22%', '28%', '20%', '24%'];
const rows = ['a', 'b', 'c', 'd'];

/** A placeholder while the menu loads. */
export function MenuSkeleton() {
  const { t } = useTranslation('menu');
  return (
    <Box $pad="none xl" aria-busy>
      <VisuallyHidden as="output">{t('loading')}</VisuallyHidden>
      <Box $above="xl" $below="xs">
        <Skeleton $width="45%" $height={size.step} />
      </Box>
      {rows.map((row) => (
        <Row $gap="lg" $padBlock="lg" $ruled key={row}>
          <Skeleton $width={size.plateInRow} $height={size.plateInRow} $round />
          <Stack $gap="sm" $grow>
            <Skeleton $width="60%" $height={size.step} />
            <Skeleton />
            <Skeleton $width="80%" />
            <Row $align="center" $justify="space-between">
              <Skeleton $width="25%" />
              <Skeleton $width={size.touch} $height={size.touch} $round />
            </Row>
          </Stack>
        </Row>
      ))}
    </Box>
  );
}

/** A placeholder for the strip of sections, so that nothing moves when they come. */
export function StripSkeleton() {
  return (
    <Row $gap="md" $align="center" $minHeight="pills" $padInline="xl" aria-hidden>
      {pills.map((width) => (
        <Skeleton key={width} $width={width} $height={size.step} />
      ))}
    </Row>
  );
}

interface FailedProps {
  /** null if the request waits for the network. */
  readonly error: unknown;
  readonly busy: boolean;
  onRetry(): void;
}

/** The menu could not be loaded. */
export function MenuFailed({ error, onRetry, busy }: FailedProps) {
  const { t } = useTranslation('menu');
  const failureText = useFailureText();
  return (
    <Message role="alert" title={t('failedTitle')}>
      <Text $colour="textMuted">{failureText(error)}</Text>
      <Button onClick={onRetry} busy={busy}>
        {t('tryAgain')}
      </Button>
      <ReportSlot />
    </Message>
  );
}

/** The menu has no dishes. */
export function MenuEmpty() {
  const { t } = useTranslation('menu');
  return (
    <Message title={t('emptyTitle')}>
      <Text $colour="textMuted">{t('emptyText')}</Text>
    </Message>
  );
}

/** The diner's filter hides every dish. */
export function MenuFilteredOut({ hidden, onClear }: { hidden: number; onClear(): void }) {
  const { t } = useTranslation('menu');
  return (
    <Message title={t('filter.noneTitle')}>
      <Text $colour="textMuted">{t('filter.hidden', { count: hidden })}</Text>
      <Text $colour="textMuted">{t('filter.noneText')}</Text>
      <Button onClick={onClear}>{t('filter.clear')}</Button>
    </Message>
  );
}

function Message({ role, title, children }: { role?: 'alert'; title: string; children: ReactNode }) {
  return (
    <Stack $gap="md" $align="center" $pad="giant xl" $centred role={role}>
      <Text as="h2" $type="title">
        {title}
      </Text>
      {children}
    </Stack>
  );
}
