import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { Input, Label, TextField } from '#ui/controls/TextField.tsx';
import { Stack, Text } from '#ui/primitives.tsx';
import type { PickupChoice } from './use-pickup.ts';

const asSoonAsPossible = 'asap';

/** The name and the time of an order to go. */
export function PickupFields({ pickup: { fields } }: { pickup: PickupChoice }) {
  const { t } = useTranslation('cart');
  const id = useId();
  if (!fields) return null;
  const { userName, setName, at, setAt, asap, times } = fields;
  return (
    <Stack as="section" $gap="md" aria-label={t('pickup.title')}>
      <Text as="h3" $type="heading">
        {t('pickup.title')}
      </Text>
      <TextField
        label={t('pickup.name')}
        hint={t('pickup.hint')}
        value={userName}
        maxLength={limits.nameLength}
        autoComplete="given-name"
        onChange={({ target }) => setName(target.value)}
      />
      <Stack $gap="xs">
        <Label htmlFor={id}>{t('pickup.time')}</Label>
        <Input
          as="select"
          id={id}
          value={at === null ? asSoonAsPossible : String(at)}
          onChange={({ target }) =>
            setAt(target.value === asSoonAsPossible ? undefined : Number(target.value))
          }
        >
          {asap && <option value={asSoonAsPossible}>{t('pickup.asap')}</option>}
          {times.map((each) => (
            <option key={each.at} value={each.at}>
              {each.text}
            </option>
          ))}
        </Input>
      </Stack>
    </Stack>
  );
}
