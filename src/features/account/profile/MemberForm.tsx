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
import { phoneText } from '../login/phone.ts';
import { memberProblem, type MemberProblem } from './member-form.ts';

interface Props {
  readonly submitLabel: string;
  /** Saved; with the language that was chosen (D3). */
  onDone(language: LanguageCode): void;
}

/** A member's own data: names, birthday, mail and language. The phone is who they are, and stays. */
export function MemberForm({ submitLabel, onDone }: Props) {
  const { t } = useTranslation(['member', 'common']);
  const failureText = useFailureText();
  const { member, saveProfile } = useDiner();
  const current = useLanguage();
  const [fields, setFields] = useState<ProfileFields>({
    firstName: member?.firstName ?? '',
    lastName: member?.lastName ?? '',
    birthday: member?.birthday ?? null,
    mail: member?.mail ?? '',
  });
  const [language, setLanguage] = useState<LanguageCode>(current);
  const [problem, setProblem] = useState<MemberProblem>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  const change = (part: Partial<ProfileFields>) => {
    setFields((before) => ({ ...before, ...part }));
    setProblem(undefined);
    setFailure(undefined);
  };
  const handleSubmit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const found = memberProblem(member, fields);
    setProblem(found);
    if (found !== undefined) return;
    setBusy(true);
    try {
      await saveProfile(fields);
      onDone(language);
    } catch (reason) {
      setFailure(failureText(reason));
    } finally {
      setBusy(false);
    }
  };
  const noteFor = (...problems: MemberProblem[]) =>
    problem !== undefined && problems.includes(problem) ? t(`form.problems.${problem}`) : undefined;

  return (
    <Stack as="form" $gap="xl" onSubmit={(event) => void handleSubmit(event)} noValidate>
      <TextField
        label={t('form.phone')}
        value={phoneText(member?.phone ?? '')}
        readOnly
        error={noteFor('phone')}
      />
      <TextField
        label={t('form.firstName')}
        value={fields.firstName}
        onChange={({ target }) => change({ firstName: target.value })}
        maxLength={limits.nameLength}
        autoComplete="given-name"
        autoCapitalize="words"
        error={fields.firstName.trim() === '' ? noteFor('name') : undefined}
      />
      <TextField
        label={t('form.lastName')}
        value={fields.lastName}
        onChange={({ target }) => change({ lastName: target.value })}
        maxLength={limits.nameLength}
        autoComplete="family-name"
        autoCapitalize="words"
        error={fields.lastName.trim() === '' ? noteFor('name') : undefined}
      />
      <BirthdayField
        value={fields.birthday}
        onChange={(birthday) => change({ birthday })}
        error={noteFor('birthday')}
      />
      <TextField
        label={t('form.mail')}
        type="email"
        inputMode="email"
        value={fields.mail}
        onChange={({ target }) => change({ mail: target.value })}
        maxLength={254}
        autoComplete="email"
        error={noteFor('mail', 'mailFormat')}
      />
      <Choices
        legend={t('form.language')}
        value={language}
        onChange={(code) => setLanguage(code)}
        options={languageCodes.map((code) => ({ value: code, label: t(`common:languages.${code}`) }))}
      />
      {failure !== undefined && <Banner tone="danger">{failure}</Banner>}
      <Button type="submit" wide busy={busy}>
        {submitLabel}
      </Button>
    </Stack>
  );
}
