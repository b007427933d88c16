import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rejections } from '#contract/codes.ts';
import { useCartEngine, useTableNotices } from '#src/cart/hooks.ts';
import type { TableNotice } from '#sync/ports/table-notice.ts';
import { Button } from '#ui/controls/Button.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { getRejectionText } from '#ui/i18n/refusal-text.ts';
import { Dialog } from '#ui/layers/Dialog.tsx';

type Rejection = Extract<TableNotice, { kind: 'changeRejected' }>;

/**
 * Tells the diner which of their changes the server rejected. A toast is enough, except for a note that came too late
 * and for a dish that can be added again. Those wait in a queue and are shown one dialog after the other.
 */
export function RejectedChanges() {
  const { t } = useTranslation('table');
  const engine = useCartEngine();
  const [waiting, setWaiting] = useState<readonly Rejection[]>([]);
  const [rejection] = waiting;
  const describeRejection = ({ code, product }: Rejection) =>
    t(getRejectionText(code), { product: product || t('notices.dish') });

  useTableNotices((notice) => {
    if (notice.kind !== 'changeRejected') return;
    if (notice.again || isLateNote(notice)) setWaiting((others) => [...others, notice]);
    else showToast(describeRejection(notice));
  });

  const handleLeave = () => setWaiting(([, ...others]) => others);
  const handleAgain = () => {
    if (rejection?.again) engine?.commands.add(rejection.again.item, rejection.again.quantity);
    handleLeave();
  };

  return (
    <>
      <Dialog
        open={rejection !== undefined && isLateNote(rejection)}
        onClose={handleLeave}
        title={t('notices.lateNoteTitle')}
        text={
          rejection &&
          t(rejection.notes ? 'notices.lateNote' : 'notices.lateNoteGone', {
            product: rejection.product || t('notices.dish'),
            notes: rejection.notes ?? '',
          })
        }
        actions={
          <Button wide onClick={handleLeave}>
            {t('notices.lateNoteClose')}
          </Button>
        }
      />
      <Dialog
        open={rejection?.again !== undefined}
        onClose={handleLeave}
        title={t('notices.againTitle')}
        text={rejection && describeRejection(rejection)}
        actions={
          <>
            <Button wide onClick={handleAgain}>
              {t('notices.again')}
            </Button>
            <Button variant="secondary" wide onClick={handleLeave}>
              {t('notices.leave')}
            </Button>
          </>
        }
      />
    </>
  );
}

/** True for a note that the kitchen did not receive. It may name an allergy, so a toast that disappears is not enough. */
function isLateNote({ code, notes }: Rejection): boolean {
  return code === rejections.alreadyOrdered && notes !== undefined;
}
