import { Copy, Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Amount } from '#projections/bill/money.ts';
import { useCurrentMerchant } from '#src/kit/diner/current-merchant.ts';
import { useLanguage } from '#src/kit/routes/language.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { moneyText } from '#src/kit/ui/text/money-text.ts';
import { showToast } from '#src/kit/ui/feedback/show-toast.ts';
import { shareText, sharingWay } from '#src/kit/ui/sharing/share.ts';
import type { PartRow } from './table-bill.ts';

interface Props {
  readonly rows: readonly PartRow[];
  readonly total: Amount;
  readonly currency: string;
  /** What is in the amounts, and what isn't. */
  readonly note: string | undefined;
}

/** Gives the parts to the others as text. */
export function ShareParts({ rows, total, currency, note }: Props) {
  const { t } = useTranslation('split');
  const { merchant } = useCurrentMerchant();
  const language = useLanguage();
  const isShared = sharingWay() === 'share';
  const inMoney = (amount: Amount) => moneyText(amount, currency, language);
  const place = merchant?.shortName;

  const handleShare = async () => {
    const text = [
      place ? t('text.titleAt', { place }) : t('text.title'),
      ...rows.map(({ who, amount }) => t('text.part', { who, amount: inMoney(amount) })),
      t('text.total', { amount: inMoney(total) }),
      ...(note === undefined ? [] : [note]),
    ].join('\n');
    const outcome = await shareText(text);
    if (outcome === 'copied') showToast(t('copied'));
    if (outcome === 'failed') showToast(t('shareFailed'));
  };

  return (
    <Button variant="secondary" wide onClick={() => void handleShare()}>
      {isShared ? <Share2 aria-hidden /> : <Copy aria-hidden />}
      {t(isShared ? 'share' : 'copy')}
    </Button>
  );
}
