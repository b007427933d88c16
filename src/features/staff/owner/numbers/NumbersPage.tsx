import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import type { StaffIdentity } from '#contract/calls/staff.ts';
import english from '#locales/en-US/numbers.ts';
import chinese from '#locales/zh-TW/numbers.ts';
import { segment, Segments } from '#src/kit/ui/controls/Choices.tsx';
import { Stack } from '#src/kit/ui/primitives.tsx';
import { ClosingPart } from './closing/ClosingPart.tsx';
import { Figures } from './figures/Figures.tsx';
import { OrderFiles } from './OrderFiles.tsx';

i18next.addResourceBundle('en-US', 'numbers', english);
i18next.addResourceBundle('zh-TW', 'numbers', chinese);

const parts = ['figures', 'closing', 'orders'] as const;

/** What the evenings came to (CX29), the daily closing (CX30), and orders for the books. */
export function NumbersPage({ staff: { currency, name } }: { staff: StaffIdentity }) {
  const { t } = useTranslation('numbers');
  const [params] = useSearchParams();
  const part = parts.find((each) => each === params.get('part')) ?? 'figures';

  return (
    <Stack $gap="xl">
      <nav aria-label={t('choosePart')}>
        <Segments>
          {parts.map((each) => (
            <Choice key={each} to={`?part=${each}`} replace aria-current={each === part ? 'page' : undefined}>
              {t(`parts.${each}`)}
            </Choice>
          ))}
        </Segments>
      </nav>
      {part === 'figures' && <Figures currency={currency} />}
      {part === 'closing' && <ClosingPart currency={currency} restaurant={name} />}
      {part === 'orders' && <OrderFiles />}
    </Stack>
  );
}

const Choice = styled(Link)`
  ${segment}
`;
