import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { staffLogin } from '#contract/calls/staff.ts';
import { request } from '#client/api/call/request.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { openBell } from '../counter/bell/sound.ts';
import { NameField } from '../fields/PersonFields.tsx';
import { describeLoginFailure, loginRetry } from './login-failure.ts';
import { LoginForm } from './LoginForm.tsx';

interface Props {
  readonly merchantId: string;
  /** Called when another restaurant is entered, which may have other ways to log in. */
  onMerchant(merchantId: string): void;
  onIn(merchantId: string): void;
}

/** Logs in with restaurant number, name and password. */
export function PasswordForm({ merchantId: known, onMerchant, onIn }: Props) {
  const { t } = useTranslation('staff');
  const [merchantId, setMerchantId] = useState(known);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const queries = useQueryClient();
  const login = useMutation({
    mutationFn: () => request(staffLogin, { body: { merchantId, password, name } }),
    onSuccess: () => {
      onIn(merchantId);
      return queries.invalidateQueries({ queryKey: ['staff'] });
    },
    ...loginRetry,
  });

  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    // This tap lets the browser play sound for new orders.
    openBell();
    login.mutate();
  };

  return (
    <LoginForm onSubmit={handleSubmit}>
      <TextField
        label={t('login.merchant')}
        value={merchantId}
        onChange={({ target }) => setMerchantId(target.value)}
        onBlur={() => merchantId !== known && merchantId !== '' && onMerchant(merchantId)}
        autoComplete="username"
        inputMode="numeric"
        required
      />
      <NameField
        label={t('login.person')}
        hint={t('login.personHint')}
        value={name}
        onChange={setName}
        autoComplete="nickname"
      />
      <TextField
        label={t('login.password')}
        type="password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        autoComplete="current-password"
        required
        error={login.error ? t(`login.${describeLoginFailure(login.error)}`) : undefined}
      />
      <Button type="submit" wide busy={login.isPending}>
        {t('login.submit')}
      </Button>
    </LoginForm>
  );
}
