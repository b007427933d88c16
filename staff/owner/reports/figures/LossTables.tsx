import { useTranslation } from 'react-i18next';
import type { Losses } from '#contract/calls/numbers.ts';
import { formatMoney } from '#projections/bill/format-money.ts';
import { Text } from '#ui/primitives.tsx';
import { useLanguage } from '#ui/routes/language.ts';
import { PlainTable } from './FigureTable.tsx';

/** Who took how much off the takings, and why. Amounts of different currencies are rows of their own. */
export function LossTables({ losses: { byPerson, byReason } }: { losses: Losses }) {
  const { t } = useTranslation('numbers');
  if (byPerson.length === 0) return null;
  const namePerson = ({ by, approvedBy, isRest }: Losses['byPerson'][number]) => {
    if (isRest) return t('losses.rest');
    const name = by || t('losses.nobody');
    return approvedBy ? t('losses.approved', { name, approver: approvedBy }) : name;
  };
  const describeReason = ({ reason, isRest }: Losses['byReason'][number]) =>
    isRest ? t('losses.rest') : reason || t('losses.noReason');

  return (
    <>
      <LossTable
        title={t('losses.byPerson')}
        head={t('losses.person')}
        rows={byPerson.map((row) => ({ ...row, label: namePerson(row) }))}
      />
      <LossTable
        title={t('losses.byReason')}
        head={t('losses.reason')}
        rows={byReason.map((row) => ({ ...row, label: describeReason(row) }))}
      />
    </>
  );
}

interface Props {
  readonly title: string;
  readonly head: string;
  readonly rows: readonly (Pick<Losses['byReason'][number], 'kind' | 'currency' | 'amount'> & {
    readonly label: string;
  })[];
}

function LossTable({ title, head, rows }: Props) {
  const { t } = useTranslation('numbers');
  const language = useLanguage();
  return (
    <section>
      <Text as="h2" $type="heading" $below="sm">
        {title}
      </Text>
      <PlainTable
        heads={[head, t('losses.kind'), t('amount')]}
        rows={rows.map(({ label, kind, amount, currency }) => [
          label,
          t(`losses.kinds.${kind}`),
          formatMoney(amount, currency, language),
        ])}
      />
    </section>
  );
}
