import { nameLanguage } from '#ui/i18n/language-name.ts';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { languageCodes, type LanguageCode } from '#contract/http/headers.ts';
import { limits } from '#contract/limits.ts';
import { useFailureText } from '#ui/i18n/failure-text.ts';
import { useDiner, type ProfileFields } from '#src/diner/diner.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { Choices } from '#ui/controls/Choices.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Stack } from '#ui/primitives.tsx';
import { BirthdayField } from './BirthdayField.tsx';
import { formatFullPhone } from '../phone-text.ts';
import { listMemberProblems, type MemberProblem } from './member-form.ts';

interface Props {
  readonly submitLabel: string;
  /** Called after saving, with the chosen language. */
  onDone(language: LanguageCode): void;
}

/** The state of the form, and `submit`, which saves valid fields. */
function useProfileForm(onSaved: () => void) {
  const { t } = useTranslation('member');
  const failureText = useFailureText();
  const { member, saveProfile } = useDiner();
  const [fields, setFields] = useState<ProfileFields>({
    firstName: member?.firstName ?? '',
    lastName: member?.lastName ?? '',
    birthday: member?.birthday ?? null,
    mail: member?.mail ?? '',
  });
  const [problems, setProblems] = useState<readonly MemberProblem[]>([]);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  const change = (part: Partial<ProfileFields>) => {
    const next = { ...fields, ...part };
    setFields(next);
    // A corrected field loses its mistake, and the others keep theirs.
    const remaining = listMemberProblems(member, next);
    setProblems((before) => before.filter((problem) => remaining.includes(problem)));
    setFailure(undefined);
  };
  const submit = async () => {
    const found = listMemberProblems(member, fields);
    setProblems(found);
    if (found.length > 0) return;
    setBusy(true);
    try {
      await saveProfile(fields);
      onSaved();
    } catch (reason) {
      setFailure(failureText(reason));
    } finally {
      setBusy(false);
    }
  };
  /** The text of the present problem of these, if there is one. */
  const findError = (...ofField: MemberProblem[]) => {
    const problem = problems.find((each) => ofField.includes(each));
    return problem && t(`form.problems.${problem}`);
  };

  return { member, fields, change, findError, failure, busy, submit };
}

/** A member's own data: names, birthday, mail and language. The phone number identifies the member and is fixed. */
export function MemberForm({ submitLabel, onDone }: Props) {
  const { t } = useTranslation(['member', 'common']);
  const [language, setLanguage] = useState<LanguageCode>(useLanguage());
  const form = useProfileForm(() => onDone(language));
  const { member, fields, change, findError, failure, busy } = form;
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    void form.submit();
  };

  return (
    <Stack as="form" $gap="xl" onSubmit={handleSubmit} noValidate>
      <TextField
        label={t('form.phone')}
        value={formatFullPhone(member?.phone ?? '')}
        readOnly
        error={findError('phone')}
      />
      <TextField
        label={t('form.firstName')}
        value={fields.firstName}
        onChange={({ target }) => change({ firstName: target.value })}
        maxLength={limits.nameLength}
        autoComplete="given-name"
        autoCapitalize="words"
        error={fields.firstName.trim() === '' ? findError('name') : undefined}
      />
      <TextField
        label={t('form.lastName')}
        value={fields.lastName}
        onChange={({ target }) => change({ lastName: target.value })}
        maxLength={limits.nameLength}
        autoComplete="family-name"
        autoCapitalize="words"
        error={fields.lastName.trim() === '' ? findError('name') : undefined}
      />
      <BirthdayField
        value={fields.birthday}
        onChange={(birthday) => change({ birthday })}
        error={findError('birthday')}
      />
      <TextField
        label={t('form.mail')}
        type="email"
        inputMode="email"
        value={fields.mail}
        onChange={({ target }) => change({ mail: target.value })}
        maxLength={254}
        autoComplete="email"
        error={findError('mail', 'mailFormat')}
      />
      <Choices
        legend={t('form.language')}
        value={language}
        onChange={(code) => setLanguage(code)}
        options={languageCodes.map((code) => ({ value: code, label: nameLanguage(code) }))}
      />
      {failure !== undefined && <Banner tone="danger">{failure}</Banner>}
      <Button type="submit" wide busy={busy}>
        {submitLabel}
      </Button>
    </Stack>
  );
}
