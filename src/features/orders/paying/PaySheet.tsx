import { useTranslation } from 'react-i18next';
import type { Paying } from '#contract/calls/payment.ts';
import type { Order } from '#contract/order-fields.ts';
import { formatMoney } from '#projections/bill/format-money.ts';
import { sum, type Amount } from '#projections/bill/money.ts';
import { calculateTipBase } from '#projections/bill/tip.ts';
import type { Reader } from '#ui/bill/order-bill.ts';
import { ShareList } from '#ui/bill/ShareList.tsx';
import { TipPills } from '#ui/bill/TipPills.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { Choices } from '#ui/controls/Choices.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { useFailureText } from '#ui/i18n/failure-text.ts';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { PeopleStepper } from '#ui/bill/PeopleStepper.tsx';
import { Small, Stack } from '#ui/primitives.tsx';
import { useLanguage } from '#ui/routes/language.ts';
import { MoneyLine } from '#ui/text/MoneyLine.tsx';
import { isPositive, usePayForm } from './use-pay-form.ts';

interface Props {
  readonly open: boolean;
  readonly order: Order;
  readonly reader: Reader;
  readonly paying: Paying;
  onClose(): void;
}

/** The sheet in which the diner chooses what to pay, and a tip, before the payment page opens. */
export default function PaySheet({ open, order, reader, paying, onClose }: Props) {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const failureText = useFailureText();
  const form = usePayForm(order, reader, paying);
  const { kind, amount, tip } = form;
  const formatAmount = (each: Amount) => formatMoney(each, reader.currency, language);
  const others = paying.attempts.filter(({ state, userId }) => state === 'underWay' && userId !== reader.me);

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('paying.title')}
      description={t('paying.text')}
      height="content"
      footer={
        <Button wide busy={form.isBusy} disabled={!isPositive(amount)} onClick={form.pay}>
          {t('paying.go', { price: formatAmount(sum([amount, tip])) })}
        </Button>
      }
    >
      <Stack $gap="xl">
        <Choices
          legend={t('paying.what')}
          options={form.options.map((value) => ({
            value,
            label: t(`paying.${value}`),
          }))}
          value={kind}
          onChange={form.chooseKind}
        />
        {kind === 'part' && (
          <ShareList
            title={t('paying.whose')}
            shares={form.shares}
            chosen={form.chosen}
            money={formatAmount}
            onToggle={form.toggle}
          />
        )}
        {kind === 'even' && <PeopleStepper people={form.people} onChange={form.choosePeople} />}
        {kind === 'amount' && (
          <TypedAmount form={form} hasTips={paying.tips.length > 0} money={formatAmount} />
        )}
        {!(isPositive(form.extra) && form.isExtraTip) && (
          <TipPills
            // Another amount has another tip.
            key={amount}
            percentages={paying.tips}
            base={calculateTipBase(amount, order)}
            tip={tip}
            currency={reader.currency}
            typedPlaces={form.places}
            money={formatAmount}
            onChoose={form.setTip}
          />
        )}
        {isPositive(tip) && (
          <dl>
            <MoneyLine label={t('paying.bill')} amount={amount} currency={reader.currency} />
            <MoneyLine label={t('paying.tip')} amount={tip} currency={reader.currency} />
          </dl>
        )}
        {others.length > 0 && <Banner tone="warning">{t('paying.others')}</Banner>}
        {form.error && <Banner tone="danger">{failureText(form.error)}</Banner>}
        <Small>{t('paying.cards')}</Small>
      </Stack>
    </Sheet>
  );
}

interface TypedAmountProps {
  readonly form: ReturnType<typeof usePayForm>;
  readonly hasTips: boolean;
  money(amount: Amount): string;
}

/** The field for an amount. If it is more than is owed, the diner chooses: pay only that, or tip the rest. */
function TypedAmount({ form, hasTips, money }: TypedAmountProps) {
  const { t } = useTranslation('order');
  const { extra, owed } = form;
  return (
    <Stack $gap="lg">
      <TextField
        label={t('paying.howMuch')}
        hint={t('paying.left', { price: money(owed) })}
        value={form.text}
        onChange={({ target }) => form.type(target.value)}
        inputMode="decimal"
        autoComplete="off"
      />
      {isPositive(extra) && hasTips && (
        <Choices
          legend={t('paying.extra', { price: money(extra) })}
          options={[
            { value: 'none', label: t('paying.onlyOwed', { price: money(owed) }) },
            { value: 'tip', label: t('paying.asTip') },
          ]}
          value={form.isExtraTip ? 'tip' : 'none'}
          onChange={(value) => form.setExtraTip(value === 'tip')}
        />
      )}
    </Stack>
  );
}
