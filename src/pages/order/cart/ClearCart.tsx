import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackLayer } from '#src/app/back-layer.ts';
import { useCartCommands, useTableCart } from '#src/cart/hooks.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';

/** Clears one's own lines or the whole table's, after asking. */
export function ClearCart() {
  const { t } = useTranslation('cart');
  const { carts } = useTableCart();
  const commands = useCartCommands();
  const [asking, setAsking] = useState(false);
  useBackLayer(asking, () => setAsking(false));
  const hasMine = carts.some(({ mine, lines }) => mine && lines.length > 0);
  const hasOthers = carts.some(({ mine, lines }) => !mine && lines.length > 0);

  const handleClear = (scope: 'user' | 'table') => {
    commands?.clear(scope);
    setAsking(false);
  };

  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden />
        {t('clear')}
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={t('clearTitle')}
        text={t('clearText')}
        actions={
          <>
            {hasMine && (
              <Button variant="danger" wide onClick={() => handleClear('user')}>
                {t('clearMine')}
              </Button>
            )}
            {hasOthers && (
              <Button variant={hasMine ? 'secondary' : 'danger'} wide onClick={() => handleClear('table')}>
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
}
