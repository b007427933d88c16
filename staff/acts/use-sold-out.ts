import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { setSoldOut } from '#contract/calls/staff.ts';
import { takeBackMs } from '#contract/limits.ts';
import { request } from '#client/api/call/request.ts';
import { getCorrectedTime } from '#client/api/server-clock.ts';
import { sayFailure } from '../calls/say-failure.ts';
import { refreshStaff } from '../calls/staff-queries.ts';
import { notifyDone, type SoldOutCommand } from './last-act.ts';

interface Marking {
  readonly body: SoldOutCommand;
  readonly says: string;
  readonly isUndoing: boolean;
  onDone?: (() => void) | undefined;
}

interface Ends {
  /** Called once it is done. */
  onDone?(): void;
  /** Called once the server has answered and the menu was refetched. */
  onSettled?(): void;
}

/** Marks a dish or options as sold out or available. The bar then offers to undo it. */
export function useSoldOut() {
  const { t } = useTranslation('staff');
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ body }: Marking) => request(setSoldOut, { body }),
    onSuccess: (_data, { body, says, isUndoing, onDone }) => {
      if (isUndoing) notifyDone(says);
      else
        notifyDone(says, { soldOut: { ...body, soldOut: !body.soldOut } }, getCorrectedTime() + takeBackMs);
      onDone?.();
    },
    onError: sayFailure,
    onSettled: () => refreshStaff(queries),
  });
  return {
    mark: (body: SoldOutCommand, name: string, { onDone, onSettled }: Ends = {}) => {
      const says = t(body.soldOut ? 'acts.soldOut' : 'acts.onSale', { name });
      mutate({ body, says, isUndoing: false, onDone }, { onSettled: () => onSettled?.() });
    },
    takeBack: (body: SoldOutCommand, says: string) => mutate({ body, says, isUndoing: true }),
    isPending,
  };
}
