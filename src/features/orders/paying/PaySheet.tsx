import { nanoid } from 'nanoid';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { site } from '#client/api/site.ts';
import type { Paying } from '#contract/calls/payment.ts';
import type { Order } from '#contract/order-fields.ts';
import { compareAmounts, sum, zero, type Amount } from '#projections/bill/money.ts';
import { useFailureText } from '#ui/i18n/failure-text.ts';
import { useCurrentMerchant } from '#src/diner/current-merchant.ts';
import { useNavigationStateFor } from '#src/navigation/navigation-state.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { decideNavigation } from '#ui/routes/navigation.ts';
import type { Reader } from '#ui/bill/order-bill.ts';
import { owedOf } from '#ui/bill/payments.ts';
import { ShareList } from '#ui/bill/ShareList.tsx';
import { computeShares } from '#ui/bill/shares.ts';
import { tipBase } from '#projections/bill/tip.ts';
import { TipPills } from '#ui/bill/TipPills.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { Choices } from '#ui/controls/Choices.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { Small, Stack } from '#ui/primitives.tsx';
import { MoneyLine } from '#ui/text/MoneyLine.tsx';
import { formatMoney } from '#projections/bill/format-money.ts';
import { isHandOver } from './is-hand-over.ts';
import { usePayOnline } from './use-paying.ts';

interface Props {
  readonly open: boolean;
  readonly order: Order;
  readonly reader: Reader;
  readonly paying: Paying;
  onClose(): void;
}

const all = 'all';

/** The sheet in which the diner chooses a share or the rest of the bill, and a tip, before the payment page opens. */
export default function PaySheet({ open, order, reader, paying, onClose }: Props) {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const failureText = useFailureText();
  const form = usePayForm(order, reader);
  const { shares, own, owed, share, amount, tip, choose } = form;
  const money = (each: Amount) => formatMoney(each, reader.currency, language);
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
            value={share ? 'part' : all}
            onChange={(value) => choose(value === all ? all : (own ?? shares[0])?.userId)}
          />
        )}
        {share && (
          <ShareList
            title={t('paying.parts')}
            shares={shares}
            chosenId={share.userId}
            money={money}
            onChoose={(next) => choose(next?.userId ?? all)}
          />
        )}
        <TipPills
          percentages={paying.tips}
          base={tipBase(amount, order)}
          tip={tip}
          currency={reader.currency}
          money={money}
          onChoose={form.setTip}
        />
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

/** The diner's choice, and the payment of it. */
function usePayForm(order: Order, reader: Reader) {
  const stateFor = useNavigationStateFor();
  const { merchantId = '' } = useCurrentMerchant();
  const shares = computeShares(order, reader);
  const owed = owedOf(order);
  const own = shares.find(({ mine }) => mine);
  const [chosen, setChosen] = useState<string | undefined>(own && isPositive(own.owed) ? own.userId : all);
  const [tip, setTip] = useState<Amount>(zero);
  const [isLeaving, setLeaving] = useState(false);
  const { mutate, isPending, error, reset } = usePayOnline();
  const share = shares.find(({ userId }) => userId === chosen);
  const amount = share?.owed ?? owed;

  const openPage = (url: string, paymentId: string) => {
    // Open only an address of the restaurant's payment provider.
    const isOwn = isHandOver(url, { merchantId, paymentId }, site);
    if (!isOwn && decideNavigation(url, stateFor(url, true)).kind !== 'load') return;
    setLeaving(true);
    location.assign(url);
  };
  return {
    shares,
    own,
    owed,
    /** The share that the diner pays; undefined for the whole rest of the bill. */
    share,
    amount,
    tip,
    setTip,
    error,
    isBusy: isPending || isLeaving,
    choose(next: string | undefined) {
      setChosen(next);
      setTip(zero);
      reset();
    },
    pay() {
      const paymentId = nanoid();
      const of = share && { share: share.userId };
      const body = { paymentId, orderId: order.id, amount, tip, path: location.pathname, ...of };
      mutate(body, { onSuccess: ({ url }) => openPage(url, paymentId) });
    },
  };
}

function isPositive(amount: Amount): boolean {
  return compareAmounts(amount, zero) > 0;
}
