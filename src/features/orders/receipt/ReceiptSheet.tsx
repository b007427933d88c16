import { Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDishText } from '#ui/i18n/dish-text.ts';
import type { Order } from '#contract/order-fields.ts';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { PrintOnly } from '#ui/PrintOnly.tsx';
import { Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { ShareButton } from '#ui/sharing/ShareButton.tsx';
import { formatMoney, Price } from '#ui/text/Price.tsx';
import { OrderTotals } from '../detail/OrderTotals.tsx';
import { useMoneyLines } from '../detail/use-money-lines.ts';
import { receiptLines, type ReceiptLine } from './receipt-lines.ts';

interface Props {
  readonly open: boolean;
  readonly order: Order;
  onClose(): void;
}

/** The receipt of an order: dishes, totals, payments and the rest to pay. Diners can print it or share it. */
export default function ReceiptSheet({ open, order, onClose }: Props) {
  const { t } = useTranslation('order');
  const dishText = useDishText();
  const language = useLanguage();
  const { merchant, currency } = useOrderPlace();
  const [isPrinting, setPrinting] = useState(false);
  const head = useHead(order);
  const lines = receiptLines(order);
  const money = useMoneyLines(order, currency, merchant?.taxName);
  const place = merchant?.shortName ?? '';

  const text = () => {
    const inMoney = (amount: string) => formatMoney(amount, currency, language);
    const row = (label: string, amount: string) => t('receipt.row', { label, amount: inMoney(amount) });
    return [
      place,
      ...head,
      '',
      ...lines.map((line) => {
        const { name, chosen, quantity, unitLabel, amount } = line;
        return row(dishText(chosen ? `${name} (${chosen})` : name, quantity, unitLabel), amount);
      }),
      '',
      ...money.map(({ label, amount }) => row(label, amount)),
    ].join('\n');
  };
  const content = (
    <Stack $gap="lg">
      <Stack as="header" $gap="xs">
        <Text as="h3" $type="title">
          {place}
        </Text>
        {head.map((fact) => (
          <Small key={fact}>{fact}</Small>
        ))}
      </Stack>
      <ul>
        {lines.map((line) => (
          <Line key={line.id} line={line} currency={currency} />
        ))}
      </ul>
      <OrderTotals order={order} currency={currency} taxName={merchant?.taxName} isFlush />
    </Stack>
  );

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('receipt.title')}
      height="tall"
      footer={
        <Row $gap="sm" $wrap>
          <Button variant="secondary" onClick={() => setPrinting(true)}>
            <Printer aria-hidden />
            {t('receipt.print')}
          </Button>
          <ShareButton
            text={text}
            words={{
              share: t('receipt.share'),
              copy: t('receipt.copy'),
              copied: t('receipt.copied'),
              failed: t('receipt.shareFailed'),
            }}
          />
        </Row>
      }
    >
      {content}
      {isPrinting && (
        <PrintOnly size="sheet" onPrinted={() => setPrinting(false)}>
          {content}
        </PrintOnly>
      )}
    </Sheet>
  );
}

function Line({ line, currency }: { line: ReceiptLine; currency: string }) {
  const dishText = useDishText();
  const { name, chosen, quantity, unitLabel, amount } = line;
  return (
    <Row as="li" $gap="md" $justify="space-between" $padBlock="xs">
      <Stack $grow>
        <span>{dishText(name, quantity, unitLabel)}</span>
        {chosen && <Small as="span">{chosen}</Small>}
      </Stack>
      <Price amount={amount} currency={currency} />
    </Row>
  );
}

/** The lines at the top of the receipt: number, table and date. */
function useHead({ serial, tableName, createAt }: Order): string[] {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  return [
    serial && t('detail.serial', { serial }),
    tableName && t('detail.table', { name: tableName }),
    createAt > 0 && when.format(createAt),
  ].filter((fact): fact is string => typeof fact === 'string' && fact !== '');
}
