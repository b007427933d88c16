import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import type { BodyOf } from '#contract/http/call.ts';
import { codes } from '#contract/codes.ts';
import {
  billsOpen,
  billsOpenSchema,
  changeHouse,
  getHouse,
  houseChanged,
  settlePending,
} from '#contract/calls/house.ts';
import type { DescribedMistakes } from '#contract/menu-file/mistake.ts';
import { ApiError } from '#client/api/api-error.ts';
import { request } from '#client/api/call/request.ts';
import { showToast } from '#ui/feedback/show-toast.ts';
import { sayFailure } from '../../calls/say-failure.ts';
import { focusMistake } from '../focus.ts';
import { useUnsavedForm } from './unsaved-form.ts';

const houseKey = ['staff', 'house'];

/** Reads settings, tables and coupons. One answer has all three. */
export function useSettings() {
  return useQuery({
    queryKey: houseKey,
    queryFn: () => request(getHouse, {}),
    // A refetch on focus would change a form that is being filled in.
    refetchOnWindowFocus: false,
  });
}

export type Mistake = DescribedMistakes['mistakes'][number];

interface Shown<Typed> {
  /** The state on the server, which other people may have changed since the form was opened. */
  readonly theirs: Typed;
  /** Changes with each save on the server. A save with an older version is refused. */
  readonly version: string;
}

/**
 * A form for settings, tables or coupons. If another person saves first, the form takes over the new state and leaves the
 * fields with unsaved input as they are. The paths of `mistakes` are those of the menu file, e.g. `merchant.taxRate`.
 * @param over merges the input with a new state of the server
 * @param meant converts the input into the body of the request
 */
export function useSettingsForm<Typed>(
  { theirs, version }: Shown<Typed>,
  over: (before: Typed, typed: Typed, theirs: Typed) => Typed,
  meant: (typed: Typed) => Omit<BodyOf<typeof changeHouse>, 'version'>,
) {
  const { send: markSent, arrived, ...form } = useUnsavedForm(theirs, version, over);
  const { change, mistakes, conflict, forgetConflict } = useSettingsChange(arrived);
  const send = (more: { readonly waits?: true }) => {
    markSent();
    change.mutate({ version, ...meant(form.typed), ...more });
  };
  return {
    ...form,
    save: () => send({}),
    isSaving: change.isPending,
    mistakes,
    /** The open bills that the last save would have changed. */
    conflict,
    forgetConflict,
    /** Saves, but lets open bills end before their terms change. */
    saveForClosing: () => send({ waits: true }),
  };
}

/** Sends a change and shows how it ended. @param onSaved receives the version of the saved state */
function useSettingsChange(onSaved: (version: string) => void) {
  const queries = useQueryClient();
  const [mistakes, setMistakes] = useState<readonly Mistake[]>([]);
  const [conflict, setConflict] = useState<BillConflict>();
  const forgetConflict = () => setConflict(undefined);
  useEffect(() => {
    if (mistakes.length > 0) focusMistake();
  }, [mistakes]);
  const change = useMutation({
    mutationFn: (body: BodyOf<typeof changeHouse>) => request(changeHouse, { body }),
    onMutate: () => setMistakes([]),
    onSuccess: async (house) => {
      queries.setQueryData(houseKey, house);
      onSaved(house.version);
      showToast(i18next.t(house.pending ? 'house:pending.saved' : 'house:saved'));
      // `me` has the restaurant's name, which this save may have changed.
      await queries.invalidateQueries({ queryKey: ['staff', 'me'] });
    },
    onError: (error) => {
      const failure =
        error instanceof ApiError && error.failure.kind === 'refused' ? error.failure : undefined;
      // Another person saved first. The refusal has the new state, and the form merges the input with it.
      if (failure?.code === houseChanged) {
        queries.setQueryData(houseKey, failure.data);
        showToast(i18next.t('house:changed'));
        return;
      }
      const bills = readBillConflict(error);
      if (bills) return setConflict(bills);
      const named =
        failure?.code === codes.badRequest ? (failure.data as DescribedMistakes | null)?.mistakes : undefined;
      if (named) setMistakes(named);
      else sayFailure(error);
    },
  });
  return { change, mistakes, conflict, forgetConflict };
}

export type BillConflict = z.infer<typeof billsOpenSchema>;

/** Returns the open bills because of which a change was refused. */
export function readBillConflict(error: Error): BillConflict | undefined {
  const failure = error instanceof ApiError && error.failure.kind === 'refused' ? error.failure : undefined;
  if (failure?.code !== billsOpen) return undefined;
  return z.safeParse(billsOpenSchema, failure.data).data;
}

/** Applies or discards what waits for a closing. @param version of the state that the page shows */
export function useSettlePending(version: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (does: BodyOf<typeof settlePending>['does']) =>
      request(settlePending, { body: { version, does } }),
    onSuccess: async (house, does) => {
      queries.setQueryData(houseKey, house);
      showToast(i18next.t(`house:pending.done.${does}`));
      await queries.invalidateQueries({ queryKey: ['staff', 'me'] });
    },
    onError: (error) => {
      const failure =
        error instanceof ApiError && error.failure.kind === 'refused' ? error.failure : undefined;
      if (failure?.code === houseChanged) queries.setQueryData(houseKey, failure.data);
      if (!readBillConflict(error)) sayFailure(error);
    },
  });
}

/** The settings with a field of their own in the form. */
const words = [
  'name',
  'description',
  'themeColor',
  'currency',
  'decimals',
  'serviceChargeRate',
  'clearTableCartMinutes',
  'paidTableMinutes',
  'lineLimit',
  'cashCoin',
  'tips',
  'paymentPage',
  'taxId',
  'address',
  'receiptFooter',
] as const;
export type SettingName = (typeof words)[number];

/** The parts of the menu file for which the page has a name. */
const kinds = ['categories', 'tables', 'coupons', 'stations'] as const;

/** Describes mistakes that have no field in the form. Each message names the part of the menu. */
export function listOtherMistakes(mistakes: readonly Mistake[]): string[] {
  return mistakes.map(({ path, words }) => {
    const kind = kinds.find((each) => path.startsWith(each)) ?? 'other';
    return i18next.t('house:wrong.other', { place: i18next.t(`house:wrong.place.${kind}`), words });
  });
}

/** Returns the setting with the mistake, or undefined if the mistake is in another part of the menu. */
export function findSetting({ path }: Mistake): SettingName | undefined {
  const [, name] = /^merchant\.(\w+)/.exec(path) ?? [];
  return words.find((word) => word === name);
}
