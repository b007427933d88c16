import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getChain } from '#contract/calls/chain.ts';
import type { StaffIdentity } from '#contract/calls/staff.ts';
import { request } from '#client/api/call/request.ts';
import { addPageTexts } from '#ui/i18n/page-texts.ts';
import { Stack } from '#ui/primitives.tsx';
import { useLanguage } from '#ui/routes/language.ts';
import { Loaded } from '../Loaded.tsx';
import { Parts, usePart } from '../Parts.tsx';
import { BranchList } from './BranchList.tsx';
import { ChainSales } from './ChainSales.tsx';
import { JoinChain } from './JoinChain.tsx';

addPageTexts('chain', import.meta.glob('/locales/*/chain.ts', { eager: true }));
// The choice of a period is that of the sales report.
addPageTexts('numbers', import.meta.glob('/locales/*/numbers.ts', { eager: true }));

const parts = ['restaurants', 'sales'] as const;

/** The restaurants of a chain (CX92) and their sales (CX93). */
export function ChainPage({ staff }: { staff: StaffIdentity }) {
  const { t } = useTranslation('chain');
  const part = usePart(parts);
  const language = useLanguage();
  const query = useQuery({
    queryKey: ['staff', 'chain', language],
    queryFn: () => request(getChain, { language }),
  });
  return (
    <Loaded query={query}>
      {(chain) => (
        <Stack $gap="xl">
          {chain.branches.length > 0 && (
            <Parts label={t('choosePart')} parts={parts} part={part} words={(each) => t(`parts.${each}`)} />
          )}
          {part === 'sales' && <ChainSales />}
          {part === 'restaurants' && (
            <Stack $gap="xxl">
              {chain.head === null && <BranchList branches={chain.branches} />}
              {chain.branches.length === 0 && <JoinChain head={chain.head} merchantId={staff.merchantId} />}
            </Stack>
          )}
        </Stack>
      )}
    </Loaded>
  );
}
