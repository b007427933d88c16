import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { Dialog } from '#ui/layers/Dialog.tsx';
import { styled } from 'styled-components';
import { Stack } from '#ui/primitives.tsx';
import { colour, type } from '#ui/theme/tokens.ts';
import { removeOwnAccount, type Removal } from './remove-account.ts';

interface Props {
  /** The account's phone number, formatted. */
  readonly phone: string;
  /** Called when the account is removed or the login has ended. */
  onRemoved(): Promise<void>;
}

/** Removes the diner's account after a confirmation. */
export function RemoveAccount({ phone, onRemoved }: Props) {
  const { t } = useTranslation('member');
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Exclude<Removal, 'removed' | 'loggedOut'>>();

  const handleRemove = async () => {
    setBusy(true);
    const result = await removeOwnAccount();
    setBusy(false);
    if (result !== 'removed' && result !== 'loggedOut') return setProblem(result);
    showToast(t(result === 'removed' ? 'remove.done' : 'remove.loggedOut'));
    await onRemoved();
  };
  const close = () => setAsked(false);

  return (
    <>
      <Removing
        variant="quiet"
        aria-haspopup="dialog"
        onClick={() => {
          setProblem(undefined);
          setAsked(true);
        }}
      >
        {t('remove.open')}
      </Removing>
      <Dialog
        open={isAsked}
        {...(!isBusy && { onClose: close })}
        title={t('remove.title')}
        text={
          <Stack $gap="md">
            <p>{t('remove.goes', { phone })}</p>
            <p>{t('remove.stays')}</p>
            {problem && <Banner tone="danger">{t(`remove.problems.${problem}`)}</Banner>}
          </Stack>
        }
        actions={
          <>
            <Button wide variant="danger" busy={isBusy} onClick={() => void handleRemove()}>
              {t('remove.confirm')}
            </Button>
            <Button wide variant="quiet" disabled={isBusy} onClick={close}>
              {t('remove.keep')}
            </Button>
          </>
        }
      />
    </>
  );
}

/** Another colour than the button above, which only logs the diner out. */
const Removing = styled(Button)`
  ${type.label};
  color: ${colour('danger')};
`;
