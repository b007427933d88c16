import { OTPInput, REGEXP_ONLY_DIGITS } from 'input-otp';
import { useId, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { css, styled } from 'styled-components';
import { border, colour, figures, radius, size, space, type } from '#src/kit/theme/tokens.ts';
import { Label } from '#src/kit/ui/controls/TextField.tsx';
import { Stack } from '#src/kit/ui/primitives.tsx';
import { codeLength } from './phone.ts';

interface Props {
  readonly value: string;
  onChange(code: string): void;
  /** Takes the focus when its popup opens. */
  readonly focused: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** The six digits of the text message; the phone offers to fill them in. */
export function CodeField({ value, onChange, focused, ref }: Props) {
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
        onChange={onChange}
        pattern={REGEXP_ONLY_DIGITS}
        pasteTransformer={(pasted) => pasted.replaceAll(/\D/g, '')}
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
