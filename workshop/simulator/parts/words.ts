import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item } from '#events/item.ts';
import type { Place } from '#workshop/simulation/world/world.ts';
import { dinerNames } from '#workshop/simulation/live/diners.ts';

interface SimulatorWords {
  /** A dish with its choices, without its note. */
  dish(item: Pick<Item, 'productId' | 'modifiers'>): string;
  /** The same with its note. */
  noted(item: Item): string;
  note(notes: string): string;
  diner(userId: string): string;
  place(place: Place): string;
  orderType(orderType: number | null): string;
}

const products = ['p0', 'p1', 'p2', 'p3'] as const;
const extras = ['m1', 'm2'] as const;
const knownNotes = ['no ice', 'extra hot'] as const;

/** By their numbers, as far as diners choose them. */
const orderTypes: readonly ('dineIn' | 'pickup' | 'toGo' | 'delivery' | 'online')[] = [
  'dineIn',
  'pickup',
  'toGo',
  'delivery',
  'online',
];

/** What the simulated restaurant's things are called in the page's language. */
export function useSimulatorWords(): SimulatorWords {
  const { t } = useTranslation('simulator');
  return useMemo(() => {
    const dish = ({ productId, modifiers }: Pick<Item, 'productId' | 'modifiers'>): string => {
      const product = products.find((each) => each === productId);
      const name = product ? t(`dish.${product}`) : productId;
      const extra = extras.find((each) => modifiers[0]?.modifierProductId === each);
      return extra ? t('dish.with', { dish: name, extra: t(`dish.${extra}`) }) : name;
    };
    const note = (notes: string): string => {
      const known = knownNotes.find((each) => each === notes);
      return known ? t(`note.${known}`) : notes;
    };
    return {
      dish,
      note,
      noted: (item) =>
        item.notes === '' ? dish(item) : t('dish.noted', { dish: dish(item), note: note(item.notes) }),
      diner: (userId) => dinerNames[Number(userId.slice(1)) - 1] ?? userId,
      place: (place) => (place === 'server' ? t('way.server') : (dinerNames[place] ?? '')),
      orderType: (orderType) => t(`orderType.${orderTypes[orderType ?? -1] ?? 'none'}`),
    };
  }, [t]);
}
