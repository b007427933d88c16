import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  connectionProviders,
  connectionRefused,
  listProviderFields,
  saveConnection,
  type Connection,
  type ConnectionKind,
} from '#contract/calls/connections.ts';
import { ApiError } from '#client/api/api-error.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Row } from '#ui/primitives.tsx';
import { sayFailure } from '../../calls/say-failure.ts';
import { useStaffChange } from '../../calls/staff-queries.ts';
import { SelectField } from '../../fields/SelectField.tsx';
import { NarrowForm } from '../OnceShown.tsx';
import { useBeforeLeaving } from '../use-before-leaving.tsx';

interface Props {
  readonly kind: ConnectionKind;
  readonly connection: Connection | undefined;
  onSaved(): void;
  onCancel?(): void;
}

/** The provider and the restaurant's account there. A stored secret is never shown; an empty field keeps it. */
export function ConnectionForm({ kind, connection, onSaved, onCancel }: Props) {
  const { t } = useTranslation('connections');
  const providers = Object.keys(connectionProviders[kind]);
  const [provider, setProvider] = useState(connection?.provider ?? providers[0]!);
  const [values, setValues] = useState<Readonly<Record<string, string>>>(connection?.values ?? {});
  const [isChanged, setChanged] = useState(false);
  const save = useStaffChange(saveConnection, undefined, (error) => {
    if (missingOf(error).length === 0) sayFailure(error);
  });
  const missing = missingOf(save.error);
  const { question } = useBeforeLeaving(isChanged);
  const fields = listProviderFields(kind, provider) ?? [];

  const enter = (name: string, value: string) => {
    save.reset();
    setChanged(true);
    setValues({ ...values, [name]: value });
  };
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const sent = Object.fromEntries(fields.map(({ name }) => [name, values[name] ?? '']));
    const handleSaved = () => {
      setChanged(false);
      onSaved();
    };
    save.mutate({ kind, provider, values: sent }, { onSuccess: handleSaved });
  };

  return (
    <NarrowForm onSubmit={handleSubmit} noValidate>
      <SelectField
        label={t('provider')}
        value={provider}
        options={providers.map((value) => ({
          value,
          label: t(`providers.${value}`, { defaultValue: value }),
        }))}
        onChange={(value) => {
          save.reset();
          setProvider(value);
        }}
      />
      {fields.map(({ name, isSecret = false }) => (
        <TextField
          key={`${provider} ${name}`}
          label={t(`fields.${provider}.${name}`, { defaultValue: name })}
          hint={isSecret && connection?.provider === provider ? t('keepSecret') : undefined}
          error={missing.includes(name) ? t('refused.missingField') : undefined}
          type={isSecret ? 'password' : 'text'}
          value={values[name] ?? ''}
          onChange={({ target }) => enter(name, target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      ))}
      <Row $gap="sm">
        <Button type="submit" busy={save.isPending}>
          {t('save')}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
      </Row>
      {question}
    </NarrowForm>
  );
}

/** The empty fields that the server named. */
function missingOf(error: Error | null): readonly unknown[] {
  if (!(error instanceof ApiError) || error.code !== connectionRefused) return [];
  const { failure } = error;
  const data = failure.kind === 'refused' ? (failure.data as { fields?: unknown } | null) : null;
  return Array.isArray(data?.fields) ? data.fields : [];
}
