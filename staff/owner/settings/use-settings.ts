import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import type { BodyOf } from '#contract/http/call.ts';
import { codes } from '#contract/codes.ts';
import { changeHouse, getHouse, houseChanged } from '#contract/calls/house.ts';
import type { ToldMistakes } from '#contract/menu-file/mistake.ts';
import { ApiError } from '#client/api/api-error.ts';
import { request } from '#client/api/call/request.ts';
import { showToast } from '#ui/feedback/show-toast.ts';
import { sayFailure } from '../../calls/say-failure.ts';
import { focusMistake } from '../focus.ts';
import { useUnsavedForm } from './unsaved-form.ts';

const houseKey = ['staff', 'house'];

/** Reads settings, tables and coupons. */
export function useSettings() {
  return useQuery({
    queryKey: houseKey,
    queryFn: () => request(getHouse, {}),
    // A refetch on focus would change a form that is being filled in.
    refetchOnWindowFocus: false,
  });
}

export type Mistake = ToldMistakes['mistakes'][number];

interface Shown<Typed> {
  /** The saved state. */
  readonly theirs: Typed;
  readonly version: string;
}

/**
 * A form for settings, tables or coupons. `mistakes` have paths of the menu file.
 * @param meant converts the input into the body of the request
 */
export function useSettingsForm<Typed>(
  { theirs, version }: Shown<Typed>,
  over: (before: Typed, typed: Typed, theirs: Typed) => Typed,
  meant: (typed: Typed) => Omit<BodyOf<typeof changeHouse>, 'version'>,
) {
  const { send, arrived, ...form } = useUnsavedForm(theirs, version, over);
  const { change, mistakes } = useSettingsChange(arrived);
  const save = () => {
    send();
    change.mutate({ version, ...meant(form.typed) });
  };
  return { ...form, save, isSaving: change.isPending, mistakes };
}

/** @param onSaved receives the version of the saved state */
function useSettingsChange(onSaved: (version: string) => void) {
  const queries = useQueryClient();
  const [mistakes, setMistakes] = useState<readonly Mistake[]>([]);
  useEffect(() => {
    if (mistakes.length > 0) focusMistake();
  }, [mistakes]);
  const change = useMutation({
    mutationFn: (body: BodyOf<typeof changeHouse>) => request(changeHouse, { body }),
    onMutate: () => setMistakes([]),
    onSuccess: async (house) => {
      queries.setQueryData(houseKey, house);
      onSaved(house.version);
      showToast(i18next.t('house:saved'));
      // The page shows the restaurant's name.
      await queries.invalidateQueries({ queryKey: ['staff', 'me'] });
    },
    onError: (error) => {
      const failure =
        error instanceof ApiError && error.failure.kind === 'refused' ? error.failure : undefined;
      if (failure?.code === houseChanged) {
        queries.setQueryData(houseKey, failure.data);
        showToast(i18next.t('house:changed'));
        return;
      }
      const named =
        failure?.code === codes.badRequest ? (failure.data as ToldMistakes | null)?.mistakes : undefined;
      if (named) setMistakes(named);
      else sayFailure(error);
    },
  });
  return { change, mistakes };
}

const words = [
  'name',
  'description',
  'themeColor',
  'currency',
  'decimals',
  'taxRate',
  'taxName',
  'serviceChargeRate',
  'clearTableCartMinutes',
  'paidTableMinutes',
  'lineLimit',
  'tips',
  'paymentPage',
] as const;
export type SettingName = (typeof words)[number];

const kinds = ['categories', 'tables', 'coupons', 'stations'] as const;

/** The messages that belong to no field, each with its path. */
export function otherMistakes(mistakes: readonly Mistake[]): string[] {
  return mistakes.map(({ path, words }) => {
    const kind = kinds.find((each) => path.startsWith(each)) ?? 'other';
    return i18next.t('house:wrong.other', { place: i18next.t(`house:wrong.place.${kind}`), words });
  });
}

/** The setting that a mistake belongs to, or undefined if it belongs to another part of the menu. */
export function settingOf({ path }: Mistake): SettingName | undefined {
  const [, name] = /^merchant\.(\w+)/.exec(path) ?? [];
  return words.find((word) => word === name);
}
