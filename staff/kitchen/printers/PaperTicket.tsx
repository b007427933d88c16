import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { readAllergy } from '#contract/allergy.ts';
import { readHeldCourse } from '#contract/course.ts';
import type { Order } from '#contract/order-fields.ts';
import { PrintOnly } from '#ui/PrintOnly.tsx';
import { useDishWords } from '../../orders/dishes/use-dish-words.ts';
import { useClock } from '../../use-clock.ts';

interface Props {
  readonly placed: Order;
  readonly round: number;
  readonly merchantId: string;
  onPrinted(): void;
}

/** A round's ticket for 80 mm paper. It opens the browser's print dialog as soon as it is rendered. */
export function PaperTicket({ placed, round, merchantId, onPrinted }: Props) {
  const { t } = useTranslation('staff');
  const words = useDishWords(merchantId);
  const clock = useClock({ dateStyle: 'short', timeStyle: 'short' });
  const lines = placed.orderItems.filter(
    (line) => line.round === round && line.quantity > 0 && readHeldCourse(line) === undefined,
  );
  const { serial, tableName, guests, createAt } = placed;
  return (
    <PrintOnly size="roll" onPrinted={onPrinted}>
      <Ticket>
        <h1>{tableName === null ? t('orders.toGo') : t('orders.table', { name: tableName })}</h1>
        {tableName !== null && guests > 0 && <p>{t('orders.guests', { count: guests })}</p>}
        <p>
          #{serial} · {t('orders.round', { number: round })} · {clock.format(lines[0]?.placedAt ?? createAt)}
        </p>
        <ul>
          {lines.map((line) => (
            <li key={line.id}>
              {readAllergy(line) && <Framed>{t('kitchen.allergy', { allergy: readAllergy(line) })}</Framed>}
              <strong>{words.piecesOf(line)}</strong>
              {line.orderItemModifiers.length > 0 && <p>+ {words.chosenOf(line)}</p>}
              {words.allergensOf(line) && <p>{t('kitchen.contains', { list: words.allergensOf(line) })}</p>}
              {line.notes && <p>» {line.notes}</p>}
              <small>{line.userName}</small>
            </li>
          ))}
        </ul>
      </Ticket>
    </PrintOnly>
  );
}

/** A browser prints no background, so this is a frame. */
const Framed = styled.p`
  padding: 1mm;
  font-size: 15pt;
  font-weight: 700;
  border: 1mm solid black;
`;

const Ticket = styled.div`
  h1 {
    font-size: 20pt;
  }

  strong {
    font-size: 15pt;
  }

  li {
    padding-block: 2mm;
    border-top: 0.3mm dashed black;
  }
`;
