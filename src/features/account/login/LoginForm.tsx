import { useRef, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour, low, radius, size, space, type } from '#ui/theme/tokens.ts';
import type { TinyMerchant } from '#contract/calls/merchant.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { Picture } from '#ui/Picture.tsx';
import { Small, Stack, Text, VisuallyHidden } from '#ui/primitives.tsx';
import { CodeField, PhoneField } from './PhoneField.tsx';
import { legalPages } from './legal-pages.ts';
import type { LoginFailure } from './login-failure.ts';
import { codeLength, readPhoneCountry } from './phone.ts';
import { useLogin } from './use-login.ts';

interface Props {
  readonly merchantId: string;
  readonly merchant: TinyMerchant | undefined;
  onDone(): void;
  /** The diner logs in to place an order, and the button says so. */
  readonly isToOrder?: boolean;
  /** Continues as a guest. Omitted if the merchant takes members only. */
  onSkip?: (() => void) | undefined;
}

/** The login by phone number and code, used by the popup and the page. */
export function LoginForm({ merchantId, merchant, isToOrder = false, onDone, onSkip }: Props) {
  const { t } = useTranslation(['account', 'common']);
  const country = readPhoneCountry(merchant?.phoneCountry);
  const login = useLogin(merchantId, country);
  const codeInput = useRef<HTMLInputElement>(null);
  const language = useLanguage();
  const { failure, wait, sentTo } = login;

  const describeFailure = (reason: LoginFailure) => {
    if ('until' in reason) return t(reason.key, { time: formatTime(reason.until, language) });
    return 'key' in reason ? t(reason.key) : reason.msg;
  };
  const handleGetCode = async () => {
    if (await login.getCode()) codeInput.current?.focus();
  };
  const submit = async (code: string) => {
    if (await login.submit(code)) onDone();
    else codeInput.current?.focus();
  };
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    void submit(login.code);
  };
  const handleCode = (code: string) => {
    login.changeCode(code);
    // The last digit submits. After a failure without an answer the button submits the same code again.
    if (code.length === codeLength && code !== login.code) void submit(code);
  };

  return (
    <Stack as="form" $gap="lg" onSubmit={handleSubmit} noValidate>
      <Stack $gap="sm" $align="center" $below="sm" $centred $balance $colour="textMuted">
        {merchant?.img && <Logo src={merchant.img} alt="" />}
        <Text as="h2" $type="title" $colour="text">
          {merchant ? t('login.welcomeTo', { merchant: merchant.shortName }) : t('login.welcome')}
        </Text>
        <p>{t(isToOrder ? 'login.text' : 'login.textAlone')}</p>
      </Stack>

      <PhoneField
        country={country}
        value={login.phone}
        onChange={login.changePhone}
        isWrong={login.isPhoneWrong}
        focused={sentTo === undefined}
      />
      <Button
        variant={sentTo === undefined ? 'primary' : 'secondary'}
        wide
        disabled={!login.canGetCode && login.busy !== 'code'}
        busy={login.busy === 'code'}
        onClick={() => void handleGetCode()}
      >
        {wait > 0 ? t('login.resendIn', { seconds: wait }) : t(sentTo ? 'login.resendCode' : 'login.getCode')}
      </Button>
      <Sent>
        {sentTo &&
          t('login.codeSent', { phone: sentTo.startsWith('+') ? sentTo : `${country.calling} ${sentTo}` })}
      </Sent>

      <CodeField ref={codeInput} value={login.code} onChange={handleCode} focused={sentTo !== undefined} />
      {failure && <Banner tone="danger">{describeFailure(failure)}</Banner>}
      <Button type="submit" wide disabled={!login.canSubmit} busy={login.busy === 'login'}>
        {t(isToOrder ? 'login.submit' : 'login.title')}
      </Button>

      <Small $centred>{t('login.newAccount')}</Small>
      <Links>
        {(['terms', 'privacy'] as const).map((name) => (
          <a key={name} href={legalPages[name]} target="_blank" rel="noreferrer">
            {t(`login.${name}`)}
            <VisuallyHidden> {t('login.newWindow')}</VisuallyHidden>
          </a>
        ))}
      </Links>

      {onSkip && (
        <Visitor>
          <p>{t('login.visitor')}</p>
          <Button variant="quiet" onClick={onSkip}>
            {t('login.skip')}
          </Button>
        </Visitor>
      )}
    </Stack>
  );
}

/** The time, with the date if it is more than 12 hours ahead. */
function formatTime(until: number, language: string): string {
  const dateStyle = until - Date.now() > halfDayMs ? 'medium' : undefined;
  return new Intl.DateTimeFormat(language, { dateStyle, timeStyle: 'short' }).format(until);
}

const halfDayMs = 12 * 60 * 60_000;

const Logo = styled(Picture)`
  width: ${size.logo};
  height: ${size.logo};
  object-fit: cover;
  border-radius: ${radius.lg};

  /* So that the field for the code is on the screen. */
  ${low} {
    display: none;
  }
`;

const Sent = styled.output`
  ${type.small};
  color: ${colour('success')};
  text-align: center;

  &:empty {
    display: none;
  }
`;

const Links = styled.p`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  column-gap: ${space.xl};
  ${type.small};

  > a {
    display: inline-flex;
    align-items: center;
    min-height: ${size.touch};
  }
`;

const Visitor = styled.div`
  display: flex;
  flex-direction: column;
  align-items: center;
  padding-top: ${space.lg};
  border-top: thin solid ${colour('line')};
  text-align: center;
  color: ${colour('textMuted')};
`;
