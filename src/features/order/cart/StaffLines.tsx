import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { UnreadLines } from '#src/cart/UnreadLines.tsx';
import { useCartPart } from '#src/cart/hooks.ts';
import { useDiner, useDinerName } from '#src/diner/diner.ts';

/** The lines of the cart that this app cannot read in full, such as dishes the staff entered. Only the staff change them. */
export const StaffLines = memo(function StaffLines() {
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
});
