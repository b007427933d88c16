import { addPageTexts } from '#ui/i18n/page-texts.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { lookAtSetUp } from '#contract/calls/set-up.ts';
import type { StaffIdentity } from '#contract/calls/staff.ts';
import { request } from '#client/api/call/request.ts';
import { LanguageSwitch } from '#ui/page/LanguageSwitch.tsx';
import { Turntable } from '#ui/page/MessagePage.tsx';
import { size, space } from '#ui/theme/tokens.ts';
import { Button, LinkButton } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Spinner } from '#ui/feedback/Spinner.tsx';
import { Stack, Text } from '#ui/primitives.tsx';
import { describeLoginFailure, loginRetry } from '../login/login-failure.ts';
import { useStaffLinks } from '../use-staff-links.ts';
import { SetUpForm } from './SetUpForm.tsx';

addPageTexts('setUp', import.meta.glob('/locales/*/set-up.ts', { eager: true }));

/** Focuses the heading, because the form that had the focus is gone. */
function focusHeading(heading: HTMLElement | null): void {
  heading?.focus();
}

/** Sets up a new restaurant, for a person with the code that the server printed. */
export function SetUpPage() {
  const { t } = useTranslation('setUp');
  const queries = useQueryClient();
  const [given] = useState(() => decodeURIComponent(location.hash.slice(1)));
  const [code, setCode] = useState(given);
  const [made, setMade] = useState<StaffIdentity>();
  const look = useMutation({
    mutationFn: () => request(lookAtSetUp, { body: { code } }),
    ...loginRetry,
  });
  // A link contains the code, so it is checked without another tap.
  const first = useQuery({
    queryKey: ['set-up', given],
    queryFn: () => request(lookAtSetUp, { body: { code: given } }),
    enabled: given !== '',
    staleTime: Infinity,
    ...loginRetry,
  });
  const isGood = look.data?.isGood ?? first.data?.isGood ?? false;
  const failure = look.error ?? first.error;
  const handleMade = (staff: StaffIdentity) => {
    // The code is used up. A reload must not try it again.
    history.replaceState(history.state, '', location.pathname);
    setMade(staff);
    void queries.invalidateQueries({ queryKey: ['staff'] });
  };

  if (made) return <Done made={made} />;
  return (
    <Main>
      <title>{t('title')}</title>
      <LanguageSwitch />
      <Text as="h1" $type="title" $centred>
        {t('title')}
      </Text>
      <Text $colour="textMuted" $centred>
        {t('text')}
      </Text>
      {isGood ? (
        <SetUpForm code={code} onMade={handleMade} />
      ) : first.isFetching ? (
        <Spinner />
      ) : (
        <CodeForm
          onSubmit={(event) => {
            event.preventDefault();
            look.mutate();
          }}
        >
          <TextField
            label={t('code')}
            value={code}
            onChange={({ target }) => setCode(target.value)}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            error={failure ? t(wordsOf[describeLoginFailure(failure)]) : undefined}
          />
          <Button type="submit" wide busy={look.isPending}>
            {t('look')}
          </Button>
        </CodeForm>
      )}
    </Main>
  );
}

/** The restaurant exists: shows its number and the next steps. */
function Done({ made }: { made: StaffIdentity }) {
  const { t } = useTranslation('setUp');
  const links = useStaffLinks();
  return (
    <Main>
      <title>{t('done.title', { name: made.name })}</title>
      <Turntable />
      <Text ref={focusHeading} as="h1" $type="title" $centred $breaks tabIndex={-1}>
        {t('done.title', { name: made.name })}
      </Text>
      <Stack $gap="md">
        <p>{t('done.text', { id: made.merchantId })}</p>
        <LinkButton wide to={links.ownerPage('menu')}>
          {t('done.menu')}
        </LinkButton>
        <LinkButton wide variant="secondary" to={`${links.ownerPage('house')}?part=tables`}>
          {t('done.sheet')}
        </LinkButton>
        <LinkButton wide variant="quiet" to={links.counter}>
          {t('done.orders')}
        </LinkButton>
      </Stack>
    </Main>
  );
}

const wordsOf = { wrong: 'wrongCode', spent: 'failed', slow: 'slow', failed: 'failed' } as const;

const Main = styled.main`
  display: grid;
  align-content: center;
  justify-items: center;
  gap: ${space.xl};
  min-height: 100dvh;
  padding: ${space.xl};

  > :is(form, div) {
    width: 100%;
    max-width: ${size.centredPanel};
  }
`;

const CodeForm = styled.form`
  display: grid;
  gap: ${space.md};
`;
