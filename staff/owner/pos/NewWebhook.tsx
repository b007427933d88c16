import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { createWebhook, webhookRefusals, webhookRefused, webhookUrlLength } from '#contract/calls/till.ts';
import { ApiError } from '#client/api/api-error.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Text } from '#ui/primitives.tsx';
import { sayFailure } from '../../calls/say-failure.ts';
import { useStaffChange } from '../../calls/staff-queries.ts';
import { NarrowForm, OnceShown } from '../OnceShown.tsx';
import { useBeforeLeaving } from '../use-before-leaving.tsx';

/** Adds a webhook. */
export function NewWebhook() {
  const { t } = useTranslation('till');
  const [url, setUrl] = useState('');
  const [isShown, setShown] = useState(false);
  const create = useStaffChange(createWebhook, undefined, (error) => {
    if (findRefusalReason(error) === undefined) sayFailure(error);
  });
  const reason = findRefusalReason(create.error);
  const made = create.data;
  const { question } = useBeforeLeaving(url !== '');

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
      <NarrowForm onSubmit={handleSubmit} noValidate>
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
      </NarrowForm>
      <OnceShown
        open={isShown}
        title={t('secretTitle', { url: made?.webhook.url ?? '' })}
        text={t('secretText')}
        secret={made?.secret}
        onTaken={() => setShown(false)}
      />
      {question}
    </section>
  );
}

/** Why the server refused the address (CX31). */
function findRefusalReason(error: Error | null) {
  if (!(error instanceof ApiError) || error.code !== webhookRefused) return undefined;
  const { failure } = error;
  const data = failure.kind === 'refused' ? (failure.data as { reason?: unknown } | null) : null;
  return webhookRefusals.find((each) => each === data?.reason);
}
