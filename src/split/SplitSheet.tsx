import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getUsualDecimals } from '#projections/bill/currency.ts';
import { compareAmounts, sum, zero, type Amount } from '#projections/bill/money.ts';
import {
  calculateBillTotal,
  splitEqually,
  splitIntoOwnParts,
  type Sharing,
} from '#projections/bill/split.ts';
import { Choices } from '#ui/controls/Choices.tsx';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { PeopleStepper } from '#ui/bill/PeopleStepper.tsx';
import {
  countParts,
  nameParts,
  type PartRow,
  type SharedSplit,
  type TableBill,
} from '#ui/bill/table-bill.ts';
import { SharedLines } from './SharedLines.tsx';
import { getSharingWay } from '#ui/sharing/share.ts';
import { ShareButton } from '#ui/sharing/ShareButton.tsx';
import { Box, Row, Stack } from '#ui/primitives.tsx';
import { styled } from 'styled-components';
import { border, colour, space, type, wholeWords } from '#ui/theme/tokens.ts';
import { Avatar, DinerName } from '#ui/diners/Avatar.tsx';
import { formatMoney } from '#projections/bill/format-money.ts';
import { Price } from '#ui/text/Price.tsx';
import { useCurrentMerchant } from '#src/diner/current-merchant.ts';
import { useLanguage } from '#ui/routes/language.ts';

interface Props {
  readonly open: boolean;
  readonly bill: TableBill;
  /** The split that all phones of the table share. Without it the split stays on this phone. */
  readonly shared?: SharedSplit | undefined;
  onClose(): void;
}

/** Splits a bill: each diner pays their own and shared dishes, or all pay equal parts. */
export default function SplitSheet({ open, bill, shared, onClose }: Props) {
  const { t } = useTranslation('split');
  const [chosenWay, setWay] = useState<'own' | 'equal'>('own');
  const [ownSharing, setOwnSharing] = useState<Sharing>(new Map());
  const sharing = shared?.sharing ?? ownSharing;
  const handleShare =
    shared?.onShare ?? ((lineId, sharers) => setOwnSharing(new Map([...ownSharing, [lineId, sharers]])));
  const [chosenPeople, setPeople] = useState<number>();
  const { diners, lines, charges, guests, currency, isBeforeCharges } = bill;
  const isOnlyOne = diners.length < 2;
  const way = isOnlyOne ? 'equal' : chosenWay;
  const people = chosenPeople ?? Math.max(guests, diners.length);
  const total = calculateBillTotal(bill);
  const places = getUsualDecimals(currency);

  const split = { lines, charges, diners: diners.map(({ userId }) => userId) };
  const rows =
    way === 'own'
      ? nameParts(splitIntoOwnParts(split, sharing, places), diners)
      : countParts(splitEqually(total, people, places), (count) => t('payers', { count }));
  const hasCharges = compareAmounts(sum(charges), zero) !== 0;
  const note = isBeforeCharges ? t('beforeCharges') : hasCharges ? t('withCharges') : undefined;

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('title')}
      description={note}
      height="tall"
      footer={getSharingWay() && <ShareParts rows={rows} total={total} currency={currency} note={note} />}
    >
      <Stack $gap="xl">
        {!isOnlyOne && (
          <Choices
            legend={t('how')}
            options={[
              { value: 'own', label: t('own') },
              { value: 'equal', label: t('equal') },
            ]}
            value={way}
            onChange={setWay}
          />
        )}
        {way === 'equal' && <PeopleStepper people={people} onChange={setPeople} />}
        <PartList rows={rows} total={total} currency={currency} />
        {way === 'own' && (
          <SharedLines bill={bill} sharing={sharing} hint={shared && t('shared')} onShare={handleShare} />
        )}
      </Stack>
    </Sheet>
  );
}

function PartList({ rows, total, currency }: { rows: readonly PartRow[]; total: Amount; currency: string }) {
  const { t } = useTranslation('split');
  return (
    <Box as="section" $pad="sm lg" $ground="page" $radius="lg" aria-label={t('parts')}>
      <ul aria-live="polite">
        {rows.map(({ key, who, diner, amount }) => (
          <Row
            as="li"
            $gap="md"
            $align="center"
            $wrap
            $minHeight="control"
            $type="strong"
            key={key}
            aria-atomic
          >
            {diner && <Avatar userId={diner.userId} name={who} />}
            <Who>
              <DinerName name={who} mine={diner?.mine} />
            </Who>
            <Price amount={amount} currency={currency} />
          </Row>
        ))}
      </ul>
      <Total>
        <span>{t('total')}</span>
        <Price amount={total} currency={currency} />
      </Total>
    </Box>
  );
}

const Who = styled.span`
  flex: 1 1 0;
  ${wholeWords};
`;

const Total = styled.p`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space.md};
  padding-block: ${space.md} ${space.sm};
  ${type.heading};
  border-top: ${border.thin} solid ${colour('line')};
`;

interface SharePartsProps {
  readonly rows: readonly PartRow[];
  readonly total: Amount;
  readonly currency: string;
  readonly note: string | undefined;
}

function ShareParts({ rows, total, currency, note }: SharePartsProps) {
  const { t } = useTranslation('split');
  const { merchant } = useCurrentMerchant();
  const language = useLanguage();
  const formatAmount = (amount: Amount) => formatMoney(amount, currency, language);
  const place = merchant?.shortName;

  const composeText = () =>
    [
      place ? t('text.titleAt', { place }) : t('text.title'),
      ...rows.map(({ who, amount }) => t('text.part', { who, amount: formatAmount(amount) })),
      t('text.total', { amount: formatAmount(total) }),
      ...(note === undefined ? [] : [note]),
    ].join('\n');

  return (
    <ShareButton
      wide
      text={composeText}
      words={{ share: t('share'), copy: t('copy'), copied: t('copied'), failed: t('shareFailed') }}
    />
  );
}
