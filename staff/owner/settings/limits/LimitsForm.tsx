import type { SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { House, HouseSettings } from '#contract/calls/house.ts';
import { limits } from '#contract/limits.ts';
import { mostReasons, reasonKinds, type ReasonKind } from '#contract/staff-limits.ts';
import { TextArea, TextField } from '#ui/controls/TextField.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Small, Stack } from '#ui/primitives.tsx';
import { FieldGroup } from '../../../fields/FieldGroup.tsx';
import { SaveBar } from '../SaveBar.tsx';
import { mergeSettings } from '../unsaved-form.ts';
import { useSettingsForm } from '../use-settings.ts';

const limitKinds = ['discount', 'void', 'refund', 'unpaid'] as const;
type LimitKind = (typeof limitKinds)[number];

/** What is typed. A limit is "" if there is none; reasons have a line each. */
interface Input {
  readonly limits: Readonly<Record<LimitKind, string>>;
  readonly reasons: Readonly<Record<ReasonKind, string>>;
}

function toInput({ waiterLimits, reasons }: HouseSettings): Input {
  const alone = limitKinds.map((kind) => [kind, waiterLimits?.[kind] ?? '']);
  const lines = reasonKinds.map((kind) => [kind, (reasons?.[kind] ?? []).join('\n')]);
  return { limits: Object.fromEntries(alone), reasons: Object.fromEntries(lines) };
}

function readInput({ limits: alone, reasons }: Input): Pick<HouseSettings, 'waiterLimits' | 'reasons'> {
  const read = limitKinds.map((kind) => [kind, alone[kind].trim() === '' ? null : alone[kind].trim()]);
  const lists = reasonKinds.map((kind) => [
    kind,
    reasons[kind].split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()])),
  ]);
  return { waiterLimits: Object.fromEntries(read), reasons: Object.fromEntries(lists) };
}

/** The form for what waiters may do without a manager, and for the restaurant's own reasons. */
export function LimitsForm({ house }: { readonly house: House }) {
  const { t } = useTranslation('house');
  const { pending, version } = house;
  const settings = { ...house.settings, ...pending?.settings };
  const form = useSettingsForm<Input>({ theirs: toInput(settings), version }, mergeSettings, (typed) => ({
    settings: { ...settings, ...readInput(typed) },
  }));
  const { typed, type, mistakes, save } = form;
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    save();
  };
  const findMistake = (kind: LimitKind) =>
    mistakes.find(({ path }) => path === `merchant.waiterLimits.${kind}`)?.words;
  const others = mistakes.filter(({ path }) => !path.startsWith('merchant.waiterLimits.'));
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack $gap="xxl">
        <FieldGroup title={t('limits.title')}>
          <Small>{t('limits.hint')}</Small>
          {limitKinds.map((kind) => (
            <TextField
              key={kind}
              label={t(`limits.of.${kind}`)}
              inputMode="decimal"
              value={typed.limits[kind]}
              error={findMistake(kind)}
              onChange={({ target }) =>
                type((before) => ({ ...before, limits: { ...before.limits, [kind]: target.value } }))
              }
            />
          ))}
        </FieldGroup>
        <FieldGroup title={t('limits.reasons')}>
          <Small>{t('limits.reasonsHint')}</Small>
          {reasonKinds.map((kind) => (
            <TextArea
              key={kind}
              label={t(`limits.reasonsOf.${kind}`)}
              value={typed.reasons[kind]}
              maxLength={mostReasons * limits.notesLength}
              counter={t('limits.lines', {
                count: typed.reasons[kind].split('\n').filter((line) => line.trim() !== '').length,
                most: mostReasons,
              })}
              onChange={(text) =>
                type((before) => ({ ...before, reasons: { ...before.reasons, [kind]: text } }))
              }
            />
          ))}
        </FieldGroup>
        {others.length > 0 && (
          <Banner tone="danger">
            {others.map(({ path, words }) => (
              <p key={path}>{t('opening.wrong.other', { words })}</p>
            ))}
          </Banner>
        )}
        <SaveBar isDirty={form.isDirty} isSaving={form.isSaving} onDiscard={form.discard} />
      </Stack>
    </form>
  );
}
