import { Trash2 } from 'lucide-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackLayer } from '#ui/navigation/back-layer.ts';
import { usePopups } from '#src/popups/popups.ts';
import { useCartCommands, useTableCartWhile } from '#src/cart/hooks.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Dialog } from '#ui/layers/Dialog.tsx';
import { useDinerName } from '#src/diner/diner.ts';
import { useDishCount } from '../together/seats.ts';

/** Clears the diner's own lines or the whole table's cart, after a question. */
export const ClearCart = memo(function ClearCart() {
  const { t } = useTranslation('cart');
  const commands = useCartCommands();
  const countDishes = useDishCount();
  const nameOf = useDinerName();
  const popups = usePopups();
  const [asking, setAsking] = useState(false);
  useBackLayer(asking, () => setAsking(false));
  const { carts } = useTableCartWhile(asking);
  const hasMine = carts.some(({ mine, lines }) => mine && lines.length > 0);
  const hasOthers = carts.some(({ mine, lines }) => !mine && lines.length > 0);

  const whose = carts
    .filter(({ lines }) => lines.length > 0)
    .map((cart) => t('clearPart', { name: nameOf(cart), count: countDishes(cart.lines) }))
    .join(t('separator'));

  const handleClear = async (scope: 'user' | 'table') => {
    setAsking(false);
    // The other diners should know who removed their dishes.
    if (scope === 'table' && !(await popups.askName())) return;
    commands?.clear(scope);
  };

  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden />
        {t('clear')}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('clearTitle')}
        text={hasOthers ? t('clearTextTable', { list: whose }) : t('clearText')}
        actions={
          <>
            {hasMine && (
              <Button variant="danger" wide onClick={() => void handleClear('user')}>
                {t('clearMine')}
              </Button>
            )}
            {hasOthers && (
              <Button
                variant={hasMine ? 'secondary' : 'danger'}
                wide
                onClick={() => void handleClear('table')}
              >
                {t('clearTable')}
              </Button>
            )}
            <Button variant="quiet" wide onClick={() => setAsking(false)}>
              {t('keep')}
            </Button>
          </>
        }
      />
    </>
  );
});
