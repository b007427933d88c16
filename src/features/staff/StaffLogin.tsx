import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { codes } from '#contract/codes.ts';
import { staffLogin } from '#contract/calls/staff.ts';
import { limits } from '#contract/limits.ts';
import { ApiError } from '#src/kit/api/api-error.ts';
import { request } from '#src/kit/api/call/client.ts';
import { LanguageSwitch } from '#src/kit/page/LanguageSwitch.tsx';
import { Turntable } from '#src/kit/page/MessagePage.tsx';
import { size, space } from '#src/kit/theme/tokens.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { TextField } from '#src/kit/ui/controls/TextField.tsx';
import { Text } from '#src/kit/ui/primitives.tsx';
import { openBell } from './counter/bell/sound.ts';

/** The first demo restaurant; a link may name another one. */
const usualMerchant = '1001';

/** So often another place in the line is asked for, each time after so long, ms. */
const turnsToWait = 5;
const turnMs = 1_000;

/** Which restaurant, who it is, and the password. */
export function StaffLogin() {
  const { t } = useTranslation('staff');
  const [params] = useSearchParams();
  const [merchantId, setMerchantId] = useState(params.get('merchant') ?? usualMerchant);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const queries = useQueryClient();
  const login = useMutation({
    mutationFn: () => request(staffLogin, { body: { merchantId, password, name } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['staff'] }),
    // Somebody else's wrong tries may cost this one its place in the line.
    retry: (tries, error) => failureOf(error) === 'slow' && tries < turnsToWait,
    retryDelay: turnMs,
  });

  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    // From here on new orders may ring.
    openBell();
    login.mutate();
  };

  return (
    <Main>
      <Turntable />
      <Text as="h1" $type="title">
        {t('title')}
      </Text>
      <Form onSubmit={handleSubmit}>
        <TextField
          label={t('login.merchant')}
          value={merchantId}
          onChange={({ target }) => setMerchantId(target.value)}
          autoComplete="username"
          inputMode="numeric"
          required
        />
        <TextField
          label={t('login.person')}
          hint={t('login.personHint')}
          value={name}
          onChange={({ target }) => setName(target.value)}
          maxLength={limits.nameLength}
          // What is no more than spaces is no name.
          pattern=".*\S.*"
          autoComplete="nickname"
          required
        />
        <TextField
          label={t('login.password')}
          type="password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          autoComplete="current-password"
          required
          error={login.error ? t(`login.${failureOf(login.error)}`) : undefined}
        />
        <Button type="submit" wide busy={login.isPending}>
          {t('login.submit')}
        </Button>
      </Form>
      <LanguageSwitch />
    </Main>
  );
}

function failureOf(error: Error): 'wrong' | 'slow' | 'failed' {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === codes.forbidden) return 'wrong';
  return code === codes.tooManyRequests ? 'slow' : 'failed';
}

const Main = styled.main`
  display: grid;
  align-content: center;
  justify-items: center;
  gap: ${space.xl};
  min-height: 100dvh;
  padding: ${space.xl};
`;

const Form = styled.form`
  display: grid;
  gap: ${space.md};
  width: 100%;
  max-width: ${size.dialog};
`;
