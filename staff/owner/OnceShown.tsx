import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour, radius, size, space } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Dialog } from '#ui/layers/Dialog.tsx';
import { Stack } from '#ui/primitives.tsx';
import { ShareButton } from '#ui/sharing/ShareButton.tsx';

interface Props {
  readonly open: boolean;
  readonly title: string;
  readonly text: string;
  readonly secret: string | undefined;
  onTaken(): void;
}

/** Shows a secret that cannot be shown again. Only the confirmation that it was saved closes the dialog. */
export function OnceShown({ open, title, text, secret = '', onTaken }: Props) {
  const { t } = useTranslation(['owner', 'staff']);
  return (
    <Dialog
      open={open}
      title={title}
      text={
        <Stack $gap="md">
          <p>{text}</p>
          <Secret>{secret}</Secret>
        </Stack>
      }
      actions={
        <>
          <ShareButton
            wide
            text={() => secret}
            words={{
              share: t('secret.share'),
              copy: t('secret.copy'),
              copied: t('secret.copied'),
              failed: t('staff:failed'),
            }}
          />
          <Button wide onClick={onTaken}>
            {t('secret.done')}
          </Button>
        </>
      }
    />
  );
}

/** A form that is no wider than readable text. */
export const NarrowForm = styled.form`
  display: grid;
  gap: ${space.lg};
  justify-items: start;
  max-width: ${size.centredPanel};

  > :not(button) {
    width: 100%;
  }
`;

/** One tap selects the whole secret, for browsers that cannot copy it. */
const Secret = styled.code`
  padding: ${space.md};
  color: ${colour('text')};
  background: ${colour('sunken')};
  border-radius: ${radius.md};
  overflow-wrap: anywhere;
  user-select: all;
`;
