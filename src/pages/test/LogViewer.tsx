import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { createLog } from '#events/log.ts';
import type { LogRecord } from '#events/records.ts';
import { cartView } from '#projections/cart-view.ts';
import { useLanguage } from '#src/app/language.ts';
import { colour } from '#src/theme/colour.ts';
import { figures, radius, space, type } from '#src/theme/tokens.ts';
import { Button } from '#src/ui/Button.tsx';

interface Props {
  readonly name: string;
  readonly records: readonly LogRecord[];
}

/** L3: what the phone showed after each record of its log. */
export function LogViewer({ name, records }: Props) {
  const { t } = useTranslation('support');
  const language = useLanguage();
  const [step, setStep] = useState(records.length);
  const view = useMemo(() => {
    const log = createLog();
    for (const record of records.slice(0, step)) log.append(record);
    return cartView(log);
  }, [records, step]);
  const record = records[step - 1];
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium' });

  return (
    <Viewer aria-label={name}>
      <Label htmlFor="step">{t('step', { step, of: records.length })}</Label>
      <input
        id="step"
        type="range"
        min={0}
        max={records.length}
        value={step}
        onChange={({ target }) => setStep(Number(target.value))}
      />
      <Buttons>
        <Button variant="secondary" disabled={step === 0} onClick={() => setStep(step - 1)}>
          {t('before')}
        </Button>
        <Button variant="secondary" disabled={step === records.length} onClick={() => setStep(step + 1)}>
          {t('next')}
        </Button>
      </Buttons>
      {record && (
        <Record>
          <span>{time.format(record.t)}</span> <strong>{t(`from.${record.from}`)}</strong>{' '}
          <code>{summaryOf(record)}</code>
        </Record>
      )}
      {view.carts.map(({ userId, lines }) => (
        <Cart key={userId}>
          <h3>{userId}</h3>
          <ul>
            {lines.map((line) => (
              <li key={line.lineId}>
                {line.quantity} × {line.item.name ?? line.item.productId}
                {line.item.notes && <Note> “{line.item.notes}”</Note>}
              </li>
            ))}
          </ul>
        </Cart>
      ))}
      {view.carts.length === 0 && <Note>{t('emptyCart')}</Note>}
      {view.waiting.length > 0 && <Note>{t('waiting', { ids: view.waiting.join(', ') })}</Note>}
    </Viewer>
  );
}

/** The record's kind and what it names, as the file says it. */
function summaryOf(record: LogRecord): string {
  if ('event' in record) return `${record.event.type} ${record.event.id}`;
  if ('snapshot' in record) return `snapshot ${record.snapshot.version}`;
  if ('rejected' in record) return `rejected ${record.rejected.ids.join(' ')} (${record.rejected.code})`;
  return `accepted ${record.accepted.ids.join(' ')}`;
}

const Viewer = styled.section`
  display: flex;
  flex-direction: column;
  gap: ${space.md};
`;

const Label = styled.label`
  ${type.label};
  ${figures};
`;

const Buttons = styled.div`
  display: flex;
  gap: ${space.sm};

  > * {
    flex: 1;
  }
`;

const Record = styled.p`
  padding: ${space.md};
  ${type.small};
  overflow-wrap: anywhere;
  background: ${colour('sunken')};
  border-radius: ${radius.md};
`;

const Cart = styled.div`
  padding: ${space.lg};
  background: ${colour('surface')};
  border-radius: ${radius.lg};
`;

const Note = styled.span`
  ${type.small};
  color: ${colour('textMuted')};
`;
