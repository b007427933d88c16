import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { compareAmounts, sum, zero } from '#projections/bill/money.ts';
import { billTotal, equalParts, ownParts, type Sharing } from '#projections/bill/split.ts';
import { Choices } from '#src/kit/ui/controls/Choices.tsx';
import { Sheet } from '#src/kit/ui/layers/Sheet.tsx';
import { Stepper } from '#src/kit/ui/controls/Stepper.tsx';
import { coinPlaces } from './coin-places.ts';
import { PartList } from './PartList.tsx';
import { SharedLines } from './SharedLines.tsx';
import { ShareParts } from './ShareParts.tsx';
import { sharingWay } from '#src/kit/ui/sharing/share.ts';
import { Row, Stack } from '#src/kit/ui/primitives.tsx';
import { countedParts, namedParts, type TableBill } from './table-bill.ts';

interface Props {
  readonly open: boolean;
  readonly bill: TableBill;
  onClose(): void;
}

/** Who pays what: each their own, with dishes that some shared, or equal parts. Nothing of it is sent. */
export default function SplitSheet({ open, bill, onClose }: Props) {
  const { t } = useTranslation('split');
  const [chosenWay, setWay] = useState<'own' | 'equal'>('own');
  const [sharing, setSharing] = useState<Sharing>(new Map());
  const [chosenPeople, setPeople] = useState<number>();
  const { diners, lines, charges, guests, currency, isBeforeCharges } = bill;
  const isOnlyOne = diners.length < 2;
  const way = isOnlyOne ? 'equal' : chosenWay;
  const people = chosenPeople ?? Math.max(guests, diners.length);
  const total = billTotal(bill);
  const places = coinPlaces(currency);

  const split = { lines, charges, diners: diners.map(({ userId }) => userId) };
  const rows =
    way === 'own'
      ? namedParts(ownParts(split, sharing, places), diners)
      : countedParts(equalParts(total, people, places), (count) => t('payers', { count }));
  const hasCharges = compareAmounts(sum(charges), zero) !== 0;
  const note = isBeforeCharges ? t('beforeCharges') : hasCharges ? t('withCharges') : undefined;

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('title')}
      description={note}
      height="tall"
      footer={sharingWay() && <ShareParts rows={rows} total={total} currency={currency} note={note} />}
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
        {way === 'equal' && (
          <Row $gap="md" $align="center" $justify="space-between" $type="strong">
            <span>{t('people')}</span>
            <Stepper
              value={people}
              label={t('people')}
              lessLabel={t('onePersonLess')}
              moreLabel={t('onePersonMore')}
              max={limits.guests}
              removes={false}
              onMore={() => setPeople(people + 1)}
              onLess={() => setPeople(people - 1)}
            />
          </Row>
        )}
        <PartList rows={rows} total={total} currency={currency} />
        {way === 'own' && (
          <SharedLines
            bill={bill}
            sharing={sharing}
            onShare={(lineId, sharers) => setSharing(new Map([...sharing, [lineId, sharers]]))}
          />
        )}
      </Stack>
    </Sheet>
  );
}
