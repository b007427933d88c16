import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Due } from '#src/paying/find-due.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Price } from '#ui/text/Price.tsx';
import { space } from '#ui/theme/tokens.ts';

interface Props {
  readonly due: Due;
  readonly currency: string;
  /** The next step is another one. */
  readonly isQuiet: boolean;
  onClick(): void;
}

/** The button with the amount that the diner owes. It opens the sheet for paying. A quiet one shares its row. */
export function PayButton({ due, currency, isQuiet, onClick }: Props) {
  const { t } = useTranslation('cart');
  return (
    <Wide variant={isQuiet ? 'secondary' : 'primary'} aria-haspopup="dialog" onClick={onClick}>
      {t(isQuiet ? 'live.payShort' : due.isShare ? 'live.payShare' : 'live.pay')}
      <Price amount={due.amount} currency={currency} />
    </Wide>
  );
}

const Wide = styled(Button)`
  flex: 1 1 auto;
  flex-wrap: wrap;
  padding-inline: ${space.md};
`;
