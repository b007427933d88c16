import { addPageTexts } from '#ui/i18n/page-texts.ts';
import { useTranslation } from 'react-i18next';
import type { StaffIdentity } from '#contract/calls/staff.ts';
import { Stack } from '#ui/primitives.tsx';
import { Parts, usePart } from '../Parts.tsx';
import { AccountingFiles } from './AccountingFiles.tsx';
import { CashPart } from './cash/CashPart.tsx';
import { ClosingPart } from './closing/ClosingPart.tsx';
import { Figures } from './figures/Figures.tsx';
import { OrderFiles } from './OrderFiles.tsx';

addPageTexts('numbers', import.meta.glob('/locales/*/numbers.ts', { eager: true }));

const parts = ['figures', 'cash', 'closing', 'orders'] as const;

/** Sales reports (CX29), the cash drawers (CX75), the daily closing (CX30), and order files for accounting. */
export function ReportsPage({ staff: { currency, name } }: { staff: StaffIdentity }) {
  const { t } = useTranslation('numbers');
  const part = usePart(parts);

  return (
    <Stack $gap="xl">
      <Parts label={t('choosePart')} parts={parts} part={part} words={(each) => t(`parts.${each}`)} />
      {part === 'figures' && <Figures currency={currency} />}
      {part === 'cash' && <CashPart />}
      {part === 'closing' && <ClosingPart currency={currency} restaurant={name} />}
      {part === 'orders' && (
        <Stack $gap="xxl">
          <AccountingFiles />
          <OrderFiles />
        </Stack>
      )}
    </Stack>
  );
}
