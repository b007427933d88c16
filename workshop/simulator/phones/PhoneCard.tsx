import { Download, Hand, History, Power, RotateCcw, Snowflake, Sun, Wifi, WifiOff } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { PhoneFate, TableAction } from '#workshop/simulation/live/actions/actions.ts';
import type { LogText } from '#workshop/simulation/live/log-files.ts';
import type { PhoneShown } from '#workshop/simulation/live/table-shown.ts';
import { useLinks } from '#src/kit/routes/language.ts';
import { handLogs } from '#src/features/support/viewer/files/handed-logs.ts';
import { saveFile } from '#src/kit/ui/sharing/share-files.ts';
import { border, colour, radius, size, space, type } from '#src/kit/theme/tokens.ts';
import { Avatar } from '#src/kit/ui/diners/Avatar.tsx';
import { Row, Text } from '#src/kit/ui/primitives.tsx';
import { HandPad } from './HandPad.tsx';
import { PhoneCart } from './PhoneCart.tsx';
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
        <Fates phone={phone} take={take} />
        <Logs phone={phone} logsOf={logsOf} />
      </Tools>
    </Card>
  );
});

const icons = {
  cutOff: WifiOff,
  reconnect: Wifi,
  freeze: Snowflake,
  thaw: Sun,
  kill: Power,
  open: RotateCcw,
};

/** What can strike a phone, and its way back. */
function Fates({ phone: { index, name, isOpen, isFrozen, isCutOff }, take }: Pick<Props, 'phone' | 'take'>) {
  const { t } = useTranslation('simulator');
  const offered: readonly PhoneFate[] = [
    isCutOff ? 'reconnect' : 'cutOff',
    isFrozen ? 'thaw' : 'freeze',
    isOpen ? 'kill' : 'open',
  ];
  return offered.map((fate, place) => (
    <CardButton
      // The way back stands where the way there stood, and keeps the focus.
      key={place}
      icon={icons[fate]}
      text={t(`phone.${fate}`)}
      of={name}
      disabled={!isOpen && (fate === 'freeze' || fate === 'thaw')}
      onClick={() => take({ kind: fate, phone: index })}
    />
  ));
}

/** A phone's log, as a file or in the viewer. */
function Logs({ phone: { index, name }, logsOf }: Pick<Props, 'phone' | 'logsOf'>) {
  const { t } = useTranslation('simulator');
  const links = useLinks();

  const handleSave = async () => {
    for (const log of await logsOf(index))
      saveFile(new File([log.text], log.name, { type: 'application/jsonl' }));
  };
  const handleView = async () => {
    if (handLogs(await logsOf(index))) location.assign(links.test());
    // The viewer opens files as well.
    else await handleSave();
  };

  return (
    <>
      <CardButton icon={Download} text={t('phone.log')} of={name} onClick={() => void handleSave()} />
      <CardButton icon={History} text={t('phone.view')} of={name} onClick={() => void handleView()} />
    </>
  );
}

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
