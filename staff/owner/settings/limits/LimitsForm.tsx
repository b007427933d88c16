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

/** The settings with limits, one for each role. */
const limitedRoles = ['waiterLimits', 'managerLimits'] as const;
type LimitedRole = (typeof limitedRoles)[number];
type Limits = Readonly<Record<LimitKind, string>>;

/** What is typed. A limit is "" if there is none; reasons have a line each. */
interface Input {
  readonly waiterLimits: Limits;
  readonly managerLimits: Limits;
  readonly reasons: Readonly<Record<ReasonKind, string>>;
}

function toInput({ reasons, ...settings }: HouseSettings): Input {
  const lines = reasonKinds.map((kind) => [kind, (reasons?.[kind] ?? []).join('\n')]);
  const read = (role: LimitedRole) =>
    Object.fromEntries(limitKinds.map((kind) => [kind, settings[role]?.[kind] ?? ''])) as Record<
      LimitKind,
      string
    >;
  return {
    waiterLimits: read('waiterLimits'),
    managerLimits: read('managerLimits'),
    reasons: Object.fromEntries(lines),
  };
}

function readInput({ reasons, ...typed }: Input): Pick<HouseSettings, keyof Input> {
  const lists = reasonKinds.map((kind) => [
    kind,
    reasons[kind].split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()])),
  ]);
  const read = (role: LimitedRole) =>
    Object.fromEntries(
      limitKinds.map((kind) => [kind, typed[role][kind].trim() === '' ? null : typed[role][kind].trim()]),
    ) as NonNullable<HouseSettings[LimitedRole]>;
  return {
    waiterLimits: read('waiterLimits'),
    managerLimits: read('managerLimits'),
    reasons: Object.fromEntries(lists),
  };
}

interface Props {
  readonly house: House;
  /** Only owners change the limits of managers. */
  readonly mayLimitManagers: boolean;
}

/** The form for what waiters and managers may do alone, and for the restaurant's own reasons. */
export function LimitsForm({ house, mayLimitManagers }: Props) {
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
  const others = mistakes.filter(
    ({ path }) => !limitedRoles.some((role) => path.startsWith(`merchant.${role}.`)),
  );
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack $gap="xxl">
        {limitedRoles.map((role) => (
          <LimitFields
            key={role}
            role={role}
            typed={typed[role]}
            isFixed={role === 'managerLimits' && !mayLimitManagers}
            findMistake={(kind) => mistakes.find(({ path }) => path === `merchant.${role}.${kind}`)?.words}
            onChange={(fields) => type((before) => ({ ...before, [role]: { ...before[role], ...fields } }))}
          />
        ))}
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

interface FieldsProps {
  readonly role: LimitedRole;
  readonly typed: Limits;
  readonly isFixed: boolean;
  findMistake(kind: LimitKind): string | undefined;
  onChange(fields: Partial<Limits>): void;
}

function LimitFields({ role, typed, isFixed, findMistake, onChange }: FieldsProps) {
  const { t } = useTranslation('house');
  const isOfWaiters = role === 'waiterLimits';
  return (
    <FieldGroup title={t(isOfWaiters ? 'limits.title' : 'limits.managers')}>
      <Small>{t(isOfWaiters ? 'limits.hint' : 'limits.managersHint')}</Small>
      {isFixed && <Small>{t('limits.managersOnly')}</Small>}
      {limitKinds.map((kind) => (
        <TextField
          key={kind}
          label={t(`limits.of.${kind}`)}
          inputMode="decimal"
          value={typed[kind]}
          disabled={isFixed}
          error={findMistake(kind)}
          onChange={({ target }) => onChange({ [kind]: target.value })}
        />
      ))}
    </FieldGroup>
  );
}
