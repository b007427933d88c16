import { useTranslation } from 'react-i18next';
import { useStaffMenu } from '../../calls/staff-queries.ts';
import type { Mistake } from './use-house.ts';

interface Props {
  readonly mistakes: readonly Mistake[];
  readonly merchantId: string;
}

/** What no field here shows, by where it stands: a dish by its name, the rest by what kind of thing it is. */
export function MistakeList({ mistakes, merchantId }: Props) {
  const { t } = useTranslation('house');
  const { data: menu } = useStaffMenu(merchantId);
  const placeOf = (path: string) => {
    const [, section, dish] = /^categories\[(\d+)\](?:\.products\[(\d+)\])?/.exec(path) ?? [];
    if (section === undefined) {
      const [kind] = /^\w+/.exec(path) ?? [];
      return t(`wrong.place.${kinds.find((each) => each === kind) ?? 'other'}`);
    }
    const category = menu?.categories[Number(section)];
    const name = dish === undefined ? category?.name : category?.products[Number(dish)]?.name;
    return name ?? t('wrong.place.menu');
  };
  return mistakes.map(({ path, words }) => (
    <p key={path}>{t('wrong.other', { place: placeOf(path), words })}</p>
  ));
}

const kinds = ['tables', 'coupons', 'stations'] as const;
