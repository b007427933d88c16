import { useTranslation } from 'react-i18next';
import { UnreadLines } from '#src/cart/UnreadLines.tsx';
import { useCartPart } from '#src/cart/hooks.ts';
import { useDiner, useDinerName } from '#src/diner/diner.ts';

/** P5: what of the table's cart only the staff can change. */
export function StaffLines() {
  const { t } = useTranslation('cart');
  const unread = useCartPart((cart) => cart.unread) ?? [];
  const names = useCartPart((cart) => cart.names);
  const { member } = useDiner();
  const nameOf = useDinerName();
  const lines = unread.map(({ userId, line }) => ({
    line,
    whose: nameOf({ mine: userId === member?.id, userName: names.get(userId) ?? '' }),
  }));
  return <UnreadLines text={t('staffLines.text')} lines={lines} />;
}
