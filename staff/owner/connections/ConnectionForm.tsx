import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  connectionProviders,
  connectionRefused,
  listProviderFields,
  saveConnection,
  type Connection,
  type ConnectionKind,
  type ProviderField,
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
    if (readRefusal(error).fields.length === 0) sayFailure(error);
  });
  const refused = readRefusal(save.error);
  const { question } = useBeforeLeaving(isChanged);
  const fields = listProviderFields(kind, provider) ?? [];

  const enter = (name: string, value: string) => {
    save.reset();
    setChanged(true);
    setValues({ ...values, ...choosePort(name, value, values), [name]: value });
  };
  const findMistake = (name: string) => {
    if (!refused.fields.includes(name)) return undefined;
    return refused.reason === 'wrongField'
      ? t(`refused.wrong.${name}`, { defaultValue: name })
      : t('refused.missingField');
  };
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const sent = Object.fromEntries(fields.map((field) => [field.name, getValue(field, values)]));
    const handleSaved = () => {
      setChanged(false);
      onSaved();
    };
    save.mutate({ kind, provider, values: sent }, { onSuccess: handleSaved });
  };

  return (
    <NarrowForm onSubmit={handleSubmit} noValidate>
      {providers.length > 1 && (
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
      )}
      {fields.map((field) => (
        <ProviderInput
          key={`${provider} ${field.name}`}
          provider={provider}
          field={field}
          value={getValue(field, values)}
          isSaved={connection?.provider === provider}
          error={findMistake(field.name)}
          onChange={(value) => enter(field.name, value)}
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

interface InputProps {
  readonly provider: string;
  readonly field: ProviderField;
  readonly value: string;
  /** The server may have a secret value of this field. */
  readonly isSaved: boolean;
  readonly error: string | undefined;
  onChange(value: string): void;
}

function ProviderInput({ provider, field, value, isSaved, error, onChange }: InputProps) {
  const { t } = useTranslation('connections');
  const { name, isSecret = false, choices } = field;
  const label = t(`fields.${provider}.${name}`, { defaultValue: name });
  if (choices) {
    const options = choices.map((each) => ({
      value: each,
      label: t(`choices.${each}`, { defaultValue: each }),
    }));
    return <SelectField label={label} value={value} options={options} error={error} onChange={onChange} />;
  }
  return (
    <TextField
      label={label}
      hint={isSecret && isSaved ? t('keepSecret') : undefined}
      error={error}
      type={isSecret ? 'password' : 'text'}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

type Values = Readonly<Record<string, string>>;

function getValue({ name, choices = [] }: ProviderField, values: Values): string {
  return values[name] ?? choices[0] ?? usualPorts[name === 'port' ? 'tls' : ''] ?? '';
}

const usualPorts: Values = { tls: '465', startTls: '587', none: '25' };

/** The port that follows from the encryption, unless the owner has entered another one. */
function choosePort(name: string, value: string, { port = '465' }: Values): Values {
  return name === 'encryption' && Object.values(usualPorts).includes(port)
    ? { port: usualPorts[value] ?? port }
    : {};
}

/** The fields that the server refused, and why. */
function readRefusal(error: Error | null): {
  readonly reason?: unknown;
  readonly fields: readonly unknown[];
} {
  if (!(error instanceof ApiError) || error.code !== connectionRefused) return { fields: [] };
  const { failure } = error;
  const data =
    failure.kind === 'refused' ? (failure.data as { reason?: unknown; fields?: unknown } | null) : null;
  return { reason: data?.reason, fields: Array.isArray(data?.fields) ? data.fields : [] };
}
