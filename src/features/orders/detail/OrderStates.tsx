import { ChefHat, ReceiptText, Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus, paymentStatus, sendStatus, wordOf } from '#contract/states.ts';
import { colour, space, type } from '#src/kit/theme/tokens.ts';
import { Stack } from '#src/kit/ui/primitives.tsx';

/** How the order stands: with the restaurant, in the kitchen, and what is paid. */
export function OrderStates({ order }: { order: Order }) {
  const { t } = useTranslation('order');
  const states = [
    {
      icon: <ReceiptText aria-hidden />,
      label: t('detail.orderLabel'),
      word: t(`orderStatus.${wordOf(orderStatus, order.status)}`),
    },
    {
      icon: <ChefHat aria-hidden />,
      label: t('detail.kitchenLabel'),
      word: t(`sendStatus.${wordOf(sendStatus, order.sendStatus)}`),
    },
    {
      icon: <Wallet aria-hidden />,
      label: t('detail.paymentLabel'),
      word: t(`paymentStatus.${wordOf(paymentStatus, order.paymentStatus)}`),
    },
  ];

  return (
    <Stack as="dl" $gap="sm" $pad="lg" $card aria-label={t('detail.state')} aria-live="polite">
      {states.map(({ icon, label, word }) => (
        <Item key={label}>
          {icon}
          <dt>{label}</dt>
          <dd>{word}</dd>
        </Item>
      ))}
    </Stack>
  );
}

const Item = styled.div`
  display: flex;
  align-items: center;
  gap: ${space.sm};

  > svg {
    color: ${colour('accentText')};
  }
  > dt {
    ${type.small};
    color: ${colour('textMuted')};
  }
  > dd {
    flex: 1;
    ${type.strong};
    text-align: end;
  }
`;
