import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { testMail, testTexts } from '#contract/calls/connections.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Text } from '#ui/primitives.tsx';
import { useStaffChange } from '../../calls/staff-queries.ts';
import { NarrowForm } from '../OnceShown.tsx';

interface Props {
  readonly kind: 'texts' | 'mail';
  /** The number or address that is entered already. */
  readonly usual: string;
}

/** Sends a test text to the owner's own phone, or a test mail to the owner's own address. */
export function SendTest({ kind, usual }: Props) {
  const { t } = useTranslation('connections');
  const [to, setTo] = useState(usual);
  const text = useStaffChange(testTexts);
  const mail = useStaffChange(testMail);
  const test = kind === 'mail' ? mail : text;
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (kind === 'mail') mail.mutate({ address: to.trim() });
    else text.mutate({ phone: to });
  };
  const problem = test.data?.problem;
  const isMail = kind === 'mail';
  return (
    <NarrowForm onSubmit={handleSubmit} noValidate>
      <TextField
        label={t(isMail ? 'test.address' : 'test.phone')}
        hint={t(isMail ? 'test.mailHint' : 'test.hint')}
        type={isMail ? 'email' : 'tel'}
        value={to}
        onChange={({ target }) => {
          test.reset();
          setTo(target.value);
        }}
        autoComplete={isMail ? 'email' : 'tel'}
        required
      />
      <Button type="submit" variant="secondary" busy={test.isPending}>
        {t(isMail ? 'test.sendMail' : 'test.send')}
      </Button>
      {test.data && (
        <Text as="output" $colour={problem ? 'danger' : 'text'}>
          {problem
            ? t(`problems.${problem.kind}`, { context: kind, defaultValue: problem.kind })
            : t('test.sent')}
        </Text>
      )}
    </NarrowForm>
  );
}
