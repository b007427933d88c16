import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { payersOf, type Sharing } from '#projections/bill/split.ts';
import { Text } from '#src/kit/ui/primitives.tsx';
import { SharedLine } from './SharedLine.tsx';
import type { TableBill } from './table-bill.ts';

interface Props {
  readonly bill: TableBill;
  readonly sharing: Sharing;
  onShare(lineId: string, sharers: readonly string[]): void;
}

/** The dishes with who pays each; one at a time opens to choose who shares it. */
export function SharedLines({ bill: { lines, diners, currency }, sharing, onShare }: Props) {
  const { t } = useTranslation('split');
  const id = useId();
  const [openLine, setOpenLine] = useState<string>();
  const userIds = diners.map(({ userId }) => userId);

  return (
    <section aria-labelledby={id}>
      <Text as="h3" $type="heading" id={id}>
        {t('dishes')}
      </Text>
      <Text $colour="textMuted" $below="xs">
        {t('dishesHint')}
      </Text>
      <ul>
        {lines.map((line) => (
          <SharedLine
            key={line.lineId}
            line={line}
            diners={diners}
            payers={payersOf(line, sharing, userIds)}
            currency={currency}
            open={openLine === line.lineId}
            onToggle={() => setOpenLine(openLine === line.lineId ? undefined : line.lineId)}
            onShare={(sharers) => onShare(line.lineId, sharers)}
          />
        ))}
      </ul>
    </section>
  );
}
