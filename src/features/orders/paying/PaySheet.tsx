import { nanoid } from 'nanoid';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Paying } from '#contract/calls/payment.ts';
import type { Order } from '#contract/order-fields.ts';
import { compareAmounts, sum, zero, type Amount } from '#projections/bill/money.ts';
import { useFailureText } from '#ui/i18n/failure-text.ts';
import { useNavigationStateFor } from '#src/navigation/navigation-state.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { decideNavigation } from '#ui/routes/navigation.ts';
import type { Reader } from '#ui/bill/order-bill.ts';
import { owedOf } from '#ui/bill/payments.ts';
import { ShareList } from '#ui/bill/ShareList.tsx';
import { sharesOf } from '#ui/bill/shares.ts';
import { TipPills } from '#ui/bill/TipPills.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { Choices } from '#ui/controls/Choices.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { Small, Stack } from '#ui/primitives.tsx';
import { MoneyLine } from '#ui/text/MoneyLine.tsx';
import { moneyText } from '#ui/text/Price.tsx';
import { usePayOnline } from './use-paying.ts';

interface Props {
  readonly open: boolean;
  readonly order: Order;
  readonly reader: Reader;
  readonly paying: Paying;
  onClose(): void;
}

const all = 'all';

/** What is paid at the restaurant's payment page: a part or all that is left, and a tip. */
export default function PaySheet({ open, order, reader, paying, onClose }: Props) {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const failureText = useFailureText();
  const stateFor = useNavigationStateFor();
  const shares = sharesOf(order, reader);
  const owed = owedOf(order);
  const own = shares.find(({ mine }) => mine);
  const isOwnOwed = own !== undefined && compareAmounts(own.owed, zero) > 0;
  const [chosen, setChosen] = useState<string | undefined>(isOwnOwed ? own.userId : all);
  const [tip, setTip] = useState<Amount>(zero);
  const [isLeaving, setLeaving] = useState(false);
  const { mutate, isPending, error, reset } = usePayOnline();
  const money = (amount: Amount) => moneyText(amount, reader.currency, language);

  const share = shares.find(({ userId }) => userId === chosen);
  const isEach = share !== undefined;
  const amount = share?.owed ?? owed;
  const isPayable = compareAmounts(amount, zero) > 0;
  const others = paying.attempts.filter(({ state, userId }) => state === 'underWay' && userId !== reader.me);
  const choose = (next: string | undefined) => {
    setChosen(next);
    setTip(zero);
    reset();
  };
  const handlePay = () =>
    mutate(
      {
        paymentId: nanoid(),
        orderId: order.id,
        amount,
        tip,
        path: location.pathname,
        ...(share && { share: share.userId }),
      },
      {
        onSuccess: ({ url }) => {
          // CN8: nowhere but where the house leads to.
          if (decideNavigation(url, stateFor(url, true)).kind !== 'load') return;
          setLeaving(true);
          location.assign(url);
        },
      },
    );

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('paying.title')}
      description={t('paying.text')}
      height="content"
      footer={
        <Button wide busy={isPending || isLeaving} disabled={!isPayable} onClick={handlePay}>
          {t('paying.go', { price: money(sum([amount, tip])) })}
        </Button>
      }
    >
      <Stack $gap="xl">
        {shares.length > 1 && (
          <Choices
            legend={t('paying.what')}
            options={[
              { value: 'part', label: t('paying.part') },
              { value: all, label: t('paying.all', { price: money(owed) }) },
            ]}
            value={isEach ? 'part' : all}
            onChange={(value) => choose(value === all ? all : (own ?? shares[0])?.userId)}
          />
        )}
        {isEach && (
          <ShareList
            title={t('paying.parts')}
            shares={shares}
            chosenId={chosen}
            money={money}
            onChoose={(next) => choose(next?.userId ?? all)}
          />
        )}
        <TipPills
          percentages={paying.tips}
          amount={amount}
          tip={tip}
          currency={reader.currency}
          money={money}
          onChoose={setTip}
        />
        {compareAmounts(tip, zero) > 0 && (
          <dl>
            <MoneyLine label={t('paying.bill')} amount={amount} currency={reader.currency} />
            <MoneyLine label={t('paying.tip')} amount={tip} currency={reader.currency} />
          </dl>
        )}
        {others.length > 0 && <Banner tone="warning">{t('paying.others')}</Banner>}
        {error && <Banner tone="danger">{failureText(error)}</Banner>}
        <Small>{t('paying.cards')}</Small>
      </Stack>
    </Sheet>
  );
}
