import { Hand } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { TableAction } from '#workshop/simulation/live/actions/actions.ts';
import type { LogText } from '#workshop/simulation/live/log-files.ts';
import type { PhoneShown } from '#workshop/simulation/live/table-shown.ts';
import { border, colour, radius, size, space, type } from '#src/kit/theme/tokens.ts';
import { Avatar } from '#src/kit/ui/diners/Avatar.tsx';
import { Row, Text } from '#src/kit/ui/primitives.tsx';
import { HandPad } from './HandPad.tsx';
import { PhoneCart } from './PhoneCart.tsx';
import { PhoneFates } from './PhoneFates.tsx';
import { PhoneLogs } from './PhoneLogs.tsx';
import { PhoneMarks } from './PhoneMarks.tsx';
import { CardButton } from './CardButton.tsx';

interface Props {
  readonly phone: PhoneShown;
  readonly isByHand: boolean;
  /** Undefined: no phone. */
  onHand(phone: number | undefined): void;
  take(action: TableAction): void;
  logsOf(phone: number): Promise<LogText[]>;
}

/** One phone: whose it is, how it is, what it shows, and what can be done to it. */
export const PhoneCard = memo(function PhoneCard({ phone, isByHand, onHand, take, logsOf }: Props) {
  const { t } = useTranslation('simulator');
  const { index, userId, name, isOpen } = phone;
  const id = `phone-${userId}`;

  return (
    <Card aria-labelledby={id}>
      <Row $gap="sm" $align="center">
        <Avatar userId={userId} name={name} away={!isOpen} />
        <Text as="h3" $type="heading" id={id}>
          {name}
        </Text>
      </Row>
      <PhoneMarks phone={phone} />
      {isOpen ? <PhoneCart phone={phone} /> : <Closed>{t('phone.closed')}</Closed>}
      {isByHand && isOpen && <HandPad phone={phone} take={take} />}
      <Tools>
        <CardButton
          aria-pressed={isByHand}
          disabled={!isOpen}
          onClick={() => onHand(isByHand ? undefined : index)}
          of={name}
          icon={Hand}
          text={t('phone.byHand')}
        />
        <PhoneFates phone={phone} take={take} />
        <PhoneLogs index={index} name={name} logsOf={logsOf} />
      </Tools>
    </Card>
  );
});

const Card = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space.md};
  padding: ${space.lg};
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.lg};
`;

const Closed = styled.p`
  min-height: ${size.touch};
  ${type.small};
  color: ${colour('textMuted')};
`;

const Tools = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(${size.cardButton}, 1fr));
  gap: ${space.xs};
`;
