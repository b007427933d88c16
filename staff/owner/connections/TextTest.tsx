import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { testTexts } from '#contract/calls/connections.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Text } from '#ui/primitives.tsx';
import { useStaffChange } from '../../calls/staff-queries.ts';
import { NarrowForm } from '../OnceShown.tsx';

/** Sends a test text to the owner's own phone. */
export function TextTest() {
  const { t } = useTranslation('connections');
  const [phone, setPhone] = useState('');
  const test = useStaffChange(testTexts);
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    test.mutate({ phone });
  };
  const problem = test.data?.problem;
  return (
    <NarrowForm onSubmit={handleSubmit} noValidate>
      <TextField
        label={t('test.phone')}
        hint={t('test.hint')}
        type="tel"
        value={phone}
        onChange={({ target }) => {
          test.reset();
          setPhone(target.value);
        }}
        autoComplete="tel"
        required
      />
      <Button type="submit" variant="secondary" busy={test.isPending}>
        {t('test.send')}
      </Button>
      {test.data && (
        <Text as="output" $colour={problem ? 'danger' : 'text'}>
          {problem ? t(`problems.${problem.kind}`) : t('test.sent')}
        </Text>
      )}
    </NarrowForm>
  );
}
