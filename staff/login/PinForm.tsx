import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { loginWithPin } from '#contract/calls/people.ts';
import { pinDigits } from '#contract/staff-rights.ts';
import { request } from '#client/api/call/request.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Stack, Text } from '#ui/primitives.tsx';
import { openBell } from '../counter/bell/sound.ts';
import { describeLoginFailure } from './login-failure.ts';
import { LoginForm } from './LoginForm.tsx';
import { findOwnAddress } from '../calls/person-language.ts';
import { readDigits } from '#client/values/digits.ts';

interface Props {
  readonly merchantId: string;
  readonly people: readonly { readonly id: string; readonly name: string }[];
  onIn(merchantId: string): void;
}

/** Logs in with a name from the list and a PIN. */
export function PinForm({ merchantId, people, onIn }: Props) {
  const { t } = useTranslation('staff');
  const [person, setPerson] = useState(people.length === 1 ? people[0] : undefined);
  const [pin, setPin] = useState('');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const login = useMutation({
    mutationFn: () => request(loginWithPin, { body: { merchantId, personId: person?.id ?? '', pin } }),
    onSuccess: (identity) => {
      onIn(merchantId);
      const own = findOwnAddress(identity, pathname);
      if (own !== undefined) void navigate(own, { replace: true });
      return queries.invalidateQueries({ queryKey: ['staff'] });
    },
    onError: () => setPin(''),
  });
  const choose = (next: typeof person) => {
    setPerson(next);
    setPin('');
    login.reset();
  };
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    // This tap lets the browser play sound for new orders.
    openBell();
    login.mutate();
  };

  if (!person)
    return (
      <Stack as="ul" $gap="sm" aria-label={t('login.who')}>
        {people.map((each) => (
          <li key={each.id}>
            <Button wide variant="secondary" onClick={() => choose(each)}>
              {each.name}
            </Button>
          </li>
        ))}
      </Stack>
    );
  const failure = login.error && describeLoginFailure(login.error);
  return (
    <LoginForm onSubmit={handleSubmit}>
      <Text as="h2" $type="heading" $breaks>
        {person.name}
      </Text>
      <TextField
        label={t('login.pin')}
        type="password"
        inputMode="numeric"
        value={pin}
        onChange={({ target }) => setPin(readDigits(target.value))}
        minLength={pinDigits.least}
        maxLength={pinDigits.most}
        autoComplete="off"
        // The person was just chosen, so the PIN is the next input.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        required
        error={failure ? t(failure === 'wrong' ? 'login.wrongPin' : `login.${failure}`) : undefined}
      />
      <Button type="submit" wide busy={login.isPending}>
        {t('login.submit')}
      </Button>
      {people.length > 1 && (
        <Button variant="quiet" onClick={() => choose(undefined)}>
          {t('login.other')}
        </Button>
      )}
    </LoginForm>
  );
}
