import { useTranslation } from 'react-i18next';
import type { Difference } from '#workshop/simulation/live/differences.ts';
import type { PhoneShown } from '#workshop/simulation/live/table-shown.ts';
import { useSimulatorWords } from '../parts/words.ts';

/** By what the phones differ from the server, and why, a sentence each. */
export function useDifferences(phones: readonly PhoneShown[]): string[] {
  const { t } = useTranslation('simulator');
  const { diner, noted } = useSimulatorWords();

  const sentence = (phone: string, difference: Difference): string => {
    switch (difference.kind) {
      case 'line':
        return t('verdict.line', {
          phone,
          shown: difference.phone,
          known: difference.server,
          dish: noted(difference.item),
          diner: diner(difference.userId),
        });
      case 'guests':
        return t('verdict.guests', { phone, shown: difference.phone, known: difference.server });
      default:
        return t(`verdict.${difference.kind}`, { phone });
    }
  };

  return phones.flatMap(({ name, isOpen, isCutOff, isFrozen, differences, cart: { pending } }) => {
    if (!isOpen) return [];
    const why = isCutOff ? t('verdict.cutOff') : isFrozen ? t('verdict.frozen') : undefined;
    const said = differences.map((each) => sentence(name, each));
    if (said.length === 0 && pending > 0) said.push(t('verdict.pending', { phone: name, count: pending }));
    return said.map((what) => (why === undefined ? what : t('verdict.because', { what, why })));
  });
}
