import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { pinDigits } from '#contract/staff-rights.ts';
import { readDigits } from '#client/values/digits.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Dialog } from '#ui/layers/Dialog.tsx';
import { Stack } from '#ui/primitives.tsx';
import { SelectField } from '../fields/SelectField.tsx';
import {
  endApproval,
  sendAct,
  showDone,
  useWantedApproval,
  type ActBody,
  type WantedApproval,
} from '../calls/act-queue.ts';
import { refreshStaff } from '../calls/staff-queries.ts';
import { describeLoginFailure } from '../login/login-failure.ts';

/** Asks an owner or a manager to approve, on this device, what its person may not do alone. */
export function ApprovalDialog() {
  const { t } = useTranslation('staff');
  const wanted = useWantedApproval();
  const canBeApproved = wanted !== undefined && wanted.approvers.length > 0;
  return (
    <Dialog
      open={wanted !== undefined}
      onClose={endApproval}
      title={t(wanted?.isOwners ? 'approval.ownerTitle' : 'approval.title')}
      text={t(textOf(wanted, canBeApproved))}
      actions={
        <>
          {canBeApproved && <PinForm key={wanted.act.body.actId} wanted={wanted} />}
          <Button wide variant="quiet" onClick={endApproval}>
            {t('orders.keep')}
          </Button>
        </>
      }
    />
  );
}

function textOf(wanted: WantedApproval | undefined, canBeApproved: boolean) {
  if (wanted && !canBeApproved) return wanted.isOwners ? 'approval.noOwner' : 'approval.nobody';
  return wanted?.isOwners ? 'approval.ownerText' : 'approval.text';
}

function PinForm({ wanted: { act, approvers, onDone } }: { readonly wanted: WantedApproval }) {
  const { t } = useTranslation('staff');
  const queries = useQueryClient();
  const [personId, setPerson] = useState(approvers[0]!.id);
  const [pin, setPin] = useState('');
  // Not in the queue of actions, which is stored on the device. A PIN must not be.
  const approve = useMutation({
    mutationFn: () => sendAct({ body: { ...act.body, approval: { personId, pin } } as ActBody }),
    onSuccess: (sent) => {
      endApproval();
      showDone(queries, sent, act);
      onDone?.();
      return refreshStaff(queries);
    },
    onError: () => setPin(''),
  });
  const failure = approve.error && describeLoginFailure(approve.error);
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    approve.mutate();
  };
  return (
    <form onSubmit={handleSubmit}>
      <Stack $gap="md">
        {approvers.length > 1 && (
          <SelectField
            label={t('approval.who')}
            value={personId}
            options={approvers.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setPerson}
          />
        )}
        <TextField
          label={approvers.length > 1 ? t('login.pin') : t('approval.pinOf', { name: approvers[0]!.name })}
          type="password"
          inputMode="numeric"
          value={pin}
          onChange={({ target }) => setPin(readDigits(target.value))}
          minLength={pinDigits.least}
          maxLength={pinDigits.most}
          autoComplete="off"
          required
          error={failure ? t(failure === 'wrong' ? 'login.wrongPin' : `login.${failure}`) : undefined}
        />
        <Button type="submit" wide busy={approve.isPending}>
          {t('approval.submit')}
        </Button>
      </Stack>
    </form>
  );
}
