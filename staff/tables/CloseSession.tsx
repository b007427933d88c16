import { useTranslation } from 'react-i18next';
import { compareAmounts, zero } from '#projections/bill/money.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Stack, Text } from '#ui/primitives.tsx';
import { Problem } from '../orders/sheets/Problem.tsx';
import { Reasons } from '../orders/sheets/Reasons.tsx';
import { useMoney } from '../use-money.ts';
import type { TableState } from './at-table.ts';
import { useCloseSession } from './use-close-session.ts';

const usual = ['till', 'left', 'house'] as const;

interface Props {
  readonly tableId: string;
  readonly name: string;
  readonly sessionId: string;
  readonly at: TableState;
  /** ISO 4217 */
  readonly currency: string;
  onDone(): void;
}

/** Ends a table session and lists what it leaves unpaid or unserved. That stays on the order board (A2). */
export function CloseSession({ tableId, name, sessionId, at, currency, onDone }: Props) {
  const { t } = useTranslation('staff');
  const money = useMoney(currency);
  const { close, isPending, problem } = useCloseSession(currency);
  // If the server refused because something has just changed, ask about the current amounts.
  const owed = problem?.refused?.owed ?? at.owed;
  const unsent = problem?.refused?.unsent ?? at.unsent;
  const unserved = at.unserved - at.unsent;
  const isOwed = compareAmounts(owed, zero) > 0;
  const leavesNothing = !isOwed && unsent === 0 && unserved <= 0;
  const handleReason = (reason: string) =>
    close({ tableId, sessionId, owed, unsent, reason }, { says: t('acts.tableClosed', { name }), onDone });

  return (
    <Stack $gap="lg">
      <Text>{t('tables.closeText')}</Text>
      {!leavesNothing && (
        <Banner tone="warning">
          <Text $type="strong">{t('close.leaves')}</Text>
          <ul>
            {isOwed && <li>{t('close.owed', { price: money(owed) })}</li>}
            {unsent > 0 && <li>{t('tables.unsent', { count: unsent })}</li>}
            {unserved > 0 && <li>{t('tables.unserved', { count: unserved })}</li>}
          </ul>
        </Banner>
      )}
      <Problem text={problem?.text} />
      {leavesNothing ? (
        <Button wide variant="danger" busy={isPending} onClick={() => handleReason('')}>
          {t('tables.close')}
        </Button>
      ) : (
        <Reasons
          legend={t('close.why')}
          reasons={usual.map((reason) => t(`close.reasons.${reason}`))}
          submit={t('close.submit')}
          busy={isPending}
          onReason={handleReason}
        />
      )}
    </Stack>
  );
}
