import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { createWebhook, webhookRefusals, webhookRefused, webhookUrlLength } from '#contract/calls/till.ts';
import { ApiError } from '#src/kit/api/api-error.ts';
import { colour, radius, size, space } from '#src/kit/theme/tokens.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { TextField } from '#src/kit/ui/controls/TextField.tsx';
import { Dialog } from '#src/kit/ui/layers/Dialog.tsx';
import { Stack, Text } from '#src/kit/ui/primitives.tsx';
import { ShareButton } from '#src/kit/ui/sharing/ShareButton.tsx';
import { sayFailure } from '../../calls/say-failure.ts';
import { useStaffChange } from '../../calls/staff-queries.ts';

/** Names an address that is told; its secret is shown once, and nothing closes over it but a word that it was taken. */
export function NewWebhook() {
  const { t } = useTranslation(['till', 'staff']);
  const [url, setUrl] = useState('');
  const [isShown, setShown] = useState(false);
  const create = useStaffChange(createWebhook, undefined, (error) => {
    if (reasonOf(error) === undefined) sayFailure(error);
  });
  const reason = reasonOf(create.error);
  const made = create.data;

  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const handleMade = () => {
      setUrl('');
      setShown(true);
    };
    create.mutate({ url }, { onSuccess: handleMade });
  };

  return (
    <section>
      <Text as="h2" $type="heading" $below="sm">
        {t('newTitle')}
      </Text>
      <Form onSubmit={handleSubmit} noValidate>
        <TextField
          label={t('url')}
          hint={t('urlHint')}
          error={reason && t(`refused.${reason}`)}
          type="url"
          value={url}
          onChange={({ target }) => {
            create.reset();
            setUrl(target.value);
          }}
          maxLength={webhookUrlLength}
          autoComplete="off"
          required
        />
        <Button type="submit" busy={create.isPending}>
          {t('create')}
        </Button>
      </Form>
      <Dialog
        open={isShown}
        title={t('secretTitle', { url: made?.webhook.url ?? '' })}
        text={
          <Stack $gap="md">
            <p>{t('secretText')}</p>
            <Secret>{made?.secret}</Secret>
          </Stack>
        }
        actions={
          <>
            <ShareButton
              wide
              text={() => made?.secret ?? ''}
              words={{ share: t('share'), copy: t('copy'), copied: t('copied'), failed: t('staff:failed') }}
            />
            <Button wide onClick={() => setShown(false)}>
              {t('done')}
            </Button>
          </>
        }
      />
    </section>
  );
}

/** D61: why the address is not taken. */
function reasonOf(error: Error | null) {
  if (!(error instanceof ApiError) || error.code !== webhookRefused) return undefined;
  const { failure } = error;
  const data = failure.kind === 'refused' ? (failure.data as { reason?: unknown } | null) : null;
  return webhookRefusals.find((each) => each === data?.reason);
}

const Form = styled.form`
  display: grid;
  gap: ${space.lg};
  justify-items: start;
  max-width: ${size.centredPanel};

  > :not(button) {
    width: 100%;
  }
`;

/** To be selected whole by one tap, where nothing can copy it. */
const Secret = styled.code`
  padding: ${space.md};
  color: ${colour('text')};
  background: ${colour('sunken')};
  border-radius: ${radius.md};
  overflow-wrap: anywhere;
  user-select: all;
`;
