import { useTranslation } from 'react-i18next';
import type { House, OpenBill } from '#contract/calls/house.ts';
import { isSame } from '#contract/menu-file/edits.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Row, Small, Text } from '#ui/primitives.tsx';
import { useDayAndTime } from '../../../use-clock.ts';
import { useMoney } from '../../../use-money.ts';
import { Question } from '../../Question.tsx';
import { useEditWords, useTermNames } from '../history/use-edit-words.ts';
import { readBillConflict, useSettlePending, type BillConflict } from '../use-settings.ts';

interface Props {
  readonly settings: House['settings'];
  readonly pending: NonNullable<House['pending']>;
  readonly version: string;
}

/** What waits for a closing, with buttons to apply or to discard it. */
export function PendingSettings({ settings, pending, version }: Props) {
  const { t } = useTranslation('house');
  const { describeEdits } = useEditWords();
  const when = useDayAndTime();
  const settle = useSettlePending(version);
  const open = settle.error ? readBillConflict(settle.error) : undefined;
  const edits = Object.entries(pending.settings).map(([name, to]) => ({
    path: ['settings', name],
    from: settings[name as keyof typeof settings],
    to,
  }));
  return (
    <Banner tone="warning">
      <Text $type="strong">{t('pending.title')}</Text>
      <ul>
        {describeEdits(
          edits.filter(({ from, to }) => !isSame(from, to)),
          {},
        ).map((line) => (
          <Text as="li" key={line} $breaks>
            {line}
          </Text>
        ))}
      </ul>
      <Small>
        {t('pending.by', { who: pending.by || t('history.somebody'), time: when(pending.at) })}{' '}
        {t('pending.text')}
      </Small>
      {pending.problem !== undefined && (
        <Text $colour="danger" $breaks>
          {t('pending.problem', { words: pending.problem })}
        </Text>
      )}
      {open && (
        <div role="alert">
          <p>{t('pending.stillOpen', { count: open.bills.length })}</p>
          <BillList bills={open.bills} currency={settings.currency} />
        </div>
      )}
      <Row $gap="md" $wrap $above="sm">
        <Button variant="secondary" busy={settle.isPending} onClick={() => settle.mutate('apply')}>
          {t('pending.apply')}
        </Button>
        <Button variant="quiet" busy={settle.isPending} onClick={() => settle.mutate('discard')}>
          {t('pending.discard')}
        </Button>
      </Row>
    </Banner>
  );
}

interface QuestionProps {
  /** Undefined while there is nothing to ask. */
  readonly conflict: BillConflict | undefined;
  readonly currency: string;
  onYes(): void;
  onClose(): void;
}

/** Lists the open bills, and offers to save the change for the closing. */
export function OpenBillsQuestion({ conflict, currency, onYes, onClose }: QuestionProps) {
  const { t } = useTranslation(['house', 'staff']);
  const names = useTermNames();
  const { bills = [], terms = [] } = conflict ?? {};
  return (
    <Question
      open={conflict !== undefined}
      title={t('pending.askTitle', { count: bills.length })}
      text={
        <>
          <BillList bills={bills} currency={currency} />
          <Text $above="sm">
            {t('pending.askText', { terms: terms.map((term) => names[term]).join(t('staff:separator')) })}
          </Text>
        </>
      }
      yes={t('pending.yes')}
      no={t('pending.no')}
      isHarmless
      onYes={onYes}
      onClose={onClose}
    />
  );
}

/** More bills are only counted. */
const maxListed = 8;

function BillList({ bills, currency }: { bills: readonly OpenBill[]; currency: string }) {
  const { t } = useTranslation('house');
  const money = useMoney(currency);
  const more = bills.length - maxListed;
  return (
    <ul>
      {bills.slice(0, maxListed).map(({ serial, tableName, total }) => (
        <li key={serial}>
          {tableName === null
            ? t('pending.billToGo', { serial, total: money(total) })
            : t('pending.bill', { table: tableName, serial, total: money(total) })}
        </li>
      ))}
      {more > 0 && <li>{t('history.inPart', { count: more })}</li>}
    </ul>
  );
}
