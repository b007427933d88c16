import { chooseText, createTexts } from '#contract/menu-file/localized.ts';
import { TicketPlus } from 'lucide-react';
import { nanoid } from 'nanoid';
import { useTranslation } from 'react-i18next';
import type { House, HouseCoupon } from '#contract/calls/house.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { EditableList } from '../EditableList.tsx';
import { CouponRow, type CouponDraft } from './CouponRow.tsx';

/** The coupons for members. */
export function CouponList({ house: { coupons, version } }: { house: House }) {
  const { t } = useTranslation('house');
  const language = useLanguage();
  return (
    <EditableList<CouponDraft>
      of="coupons"
      saved={coupons.map(toInput)}
      version={version}
      toBody={(entries) => ({ coupons: entries.map(readForm) })}
      create={createCoupon}
      nameOf={({ name }) => chooseText(name, language)}
      isShown={({ path }) => fieldPath.test(path)}
      icon={TicketPlus}
      text={t('coupons.text')}
    >
      {({ entry, index, mistakes, change, remove }) => (
        <CouponRow
          key={entry.key}
          coupon={entry}
          place={index + 1}
          // The server's messages, with paths of the menu file.
          wrong={(field) => mistakes.find(({ path }) => isField(path, index, field))?.words}
          onChange={change}
          onRemove={remove}
        />
      )}
    </EditableList>
  );
}

/** Matches for example `coupons[2].name.en-US`. */
const fieldPath = /^coupons\[(\d+)\]\.(name|discount|from|atMost)\b/;

function isField(path: string, index: number, field: string): boolean {
  const [, at, name] = fieldPath.exec(path) ?? [];
  return at === String(index) && name === field;
}

function createCoupon(): CouponDraft {
  return {
    key: nanoid(),
    name: createTexts(),
    discount: '',
    from: '',
    atMost: '',
    spans: 'round',
  };
}

function toInput({ atMost, ...rest }: HouseCoupon): CouponDraft {
  return { ...rest, key: rest.id, atMost: atMost ?? '' };
}

function readForm({ key: _key, id, discount, from, atMost, ...rest }: CouponDraft) {
  return {
    ...rest,
    ...(id !== undefined && { id }),
    discount: discount.trim().replace('％', '%'),
    from: from.trim() === '' ? '0' : from.trim(),
    atMost: atMost.trim() === '' ? null : atMost.trim(),
  };
}
