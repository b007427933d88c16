import { useId, useLayoutEffect, useRef, type ChangeEvent, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { css, styled } from 'styled-components';
import { border, colour, figures, radius, size, space, type } from '#ui/theme/tokens.ts';
import { Input, Label } from '#ui/controls/TextField.tsx';
import { Row, Stack, VisuallyHidden } from '#ui/primitives.tsx';
import { OTPInput } from 'input-otp';
import { readDigits } from '#client/values/digits.ts';
import { findCaret, codeLength, formatPhone, isOneTooMany, type PhoneCountry } from './phone.ts';

interface Props {
  readonly country: PhoneCountry;
  readonly value: string;
  onChange(phone: string): void;
  readonly isWrong: boolean;
  readonly focused: boolean;
}

/** The country code of the restaurant and a phone number that is formatted while the diner types. */
export function PhoneField({ country, value, onChange, isWrong, focused }: Props) {
  const { t } = useTranslation('account');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | undefined>(undefined);

  // Formatting replaces the value, which would move the caret to the end.
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const typed = target.value;
    if (isOneTooMany(value, typed)) return;
    const at = target.selectionStart ?? typed.length;
    const phone = formatPhone(typed, country);
    const isAtEnd = at === typed.length;
    const digitsBefore = readDigits(typed.slice(0, at)).length;
    caret.current = isAtEnd ? phone.length : findCaret(phone, digitsBefore);
    onChange(phone);
  };

  const isOfOne = country.code === undefined;
  const note = isWrong ? 'login.usefulPhone' : isOfOne ? 'login.phoneHint' : 'login.phoneHintAbroad';

  return (
    <Stack $gap="xs">
      <Label htmlFor={id}>{t('login.phone')}</Label>
      <Row $gap="sm" $wrap>
        <Area>
          <span aria-hidden>{country.calling}</span>
          <VisuallyHidden id={`${id}-area`}>{t('login.areaCode', { code: country.calling })}</VisuallyHidden>
        </Area>
        <Number
          ref={input}
          id={id}
          data-autofocus={focused || undefined}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          value={value}
          onChange={handleChange}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-area ${id}-note`}
        />
      </Row>
      <Note id={`${id}-note`} $wrong={isWrong} aria-live="polite">
        {t(note, { code: country.calling })}
      </Note>
    </Stack>
  );
}

const Area = styled.span`
  display: grid;
  place-items: center;
  flex: none;
  min-width: ${size.control};
  min-height: ${size.control};
  padding-inline: ${space.md};
  ${type.strong};
  color: ${colour('textMuted')};
  background: ${colour('sunken')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.md};
`;

const Number = styled(Input)`
  flex: 1 1 ${size.readable};
  min-width: 0;
  ${figures};
`;

const Note = styled.p<{ $wrong: boolean }>`
  ${type.small};
  color: ${({ $wrong }) => ($wrong ? colour('danger') : colour('textMuted'))};
`;

interface CodeFieldProps {
  readonly value: string;
  onChange(code: string): void;
  /** Gets the focus when its popup opens. */
  readonly focused: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** The six digits of the text message. The phone offers to fill them in. */
export function CodeField({ value, onChange, focused, ref }: CodeFieldProps) {
  const { t } = useTranslation('account');
  const id = useId();

  return (
    <Stack $gap="xs">
      <Label htmlFor={id}>{t('login.code')}</Label>
      <OTPInput
        ref={ref}
        id={id}
        data-autofocus={focused || undefined}
        maxLength={codeLength}
        value={value}
        onChange={(typed) => onChange(readDigits(typed))}
        pasteTransformer={readDigits}
        inputMode="numeric"
        autoComplete="one-time-code"
        render={({ slots }) => (
          <Slots>
            {slots.map(({ char, isActive }, index) => (
              // eslint-disable-next-line react/no-array-index-key -- a slot is its place
              <Slot key={index} $active={isActive} aria-hidden>
                {char}
              </Slot>
            ))}
          </Slots>
        )}
      />
    </Stack>
  );
}

const Slots = styled.div`
  display: grid;
  grid-template-columns: repeat(${codeLength}, 1fr);
  gap: ${space.sm};
`;

const active = css`
  border-color: ${colour('accentText')};
  border-width: ${border.thick};
`;

const Slot = styled.div<{ $active: boolean }>`
  display: grid;
  place-items: center;
  min-height: ${size.control};
  ${type.heading};
  ${figures};
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('outline')};
  border-radius: ${radius.md};
  ${({ $active }) => $active && active}
`;
