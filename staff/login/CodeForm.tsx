import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { knowDevice } from '#contract/calls/people.ts';
import { request } from '#client/api/call/request.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { describeLoginFailure, loginRetry } from './login-failure.ts';
import { LoginForm } from './LoginForm.tsx';

interface Props {
  /** The code from the address, or "". */
  readonly given: string;
  onKnown(merchantId: string): void;
}

/** Logs in with a code for this device. */
export function CodeForm({ given, onKnown }: Props) {
  const { t } = useTranslation('staff');
  const [code, setCode] = useState(given);
  const queries = useQueryClient();
  const enter = useMutation({
    mutationFn: () => request(knowDevice, { body: { code } }),
    onSuccess: async ({ merchantId }) => {
      // The code is used up. A reload must not offer it again.
      history.replaceState(history.state, '', location.pathname);
      // An admin's code has also started a session.
      await queries.invalidateQueries({ queryKey: ['staff'] });
      await queries.invalidateQueries({ queryKey: ['door'] });
      onKnown(merchantId);
    },
    ...loginRetry,
  });
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    enter.mutate();
  };
  const failure = enter.error && describeLoginFailure(enter.error);

  return (
    <LoginForm onSubmit={handleSubmit}>
      <TextField
        label={t('login.code')}
        hint={t('login.codeHint')}
        value={code}
        onChange={({ target }) => setCode(target.value)}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        required
        error={failure ? t(failure === 'wrong' ? 'login.wrongCode' : `login.${failure}`) : undefined}
      />
      <Button type="submit" wide busy={enter.isPending}>
        {t('login.letIn')}
      </Button>
    </LoginForm>
  );
}
