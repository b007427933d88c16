import { Power, RotateCcw, Snowflake, Sun, Wifi, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PhoneFate, TableAction } from '#workshop/simulation/live/actions/actions.ts';
import type { PhoneShown } from '#workshop/simulation/live/table-shown.ts';
import { CardButton } from './CardButton.tsx';

interface Props {
  readonly phone: PhoneShown;
  take(action: TableAction): void;
}

const icons = {
  cutOff: WifiOff,
  reconnect: Wifi,
  freeze: Snowflake,
  thaw: Sun,
  kill: Power,
  open: RotateCcw,
};

/** What can strike a phone, and its way back. */
export function PhoneFates({ phone: { index, name, isOpen, isFrozen, isCutOff }, take }: Props) {
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
