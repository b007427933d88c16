import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { createStaffToken } from '#contract/calls/staff.ts';
import { limits } from '#contract/limits.ts';
import { staffScopes, type StaffScope } from '#contract/call.ts';
import { colour, radius, size, space } from '#src/kit/theme/tokens.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { TextField } from '#src/kit/ui/controls/TextField.tsx';
import { Tick } from '#src/kit/ui/controls/TickPills.tsx';
import { Dialog } from '#src/kit/ui/layers/Dialog.tsx';
import { Stack, Text } from '#src/kit/ui/primitives.tsx';
import { ShareButton } from '#src/kit/ui/sharing/ShareButton.tsx';
import { useStaffChange } from '../../../calls/staff-queries.ts';

/** Makes a token for a system; the secret is shown once, and nothing closes over it but a word that it was taken. */
export function NewToken() {
  const { t } = useTranslation(['house', 'staff']);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly StaffScope[]>([]);
  const [isMissing, setMissing] = useState(false);
  const [isShown, setShown] = useState(false);
  const create = useStaffChange(createStaffToken);
  const made = create.data;

  const toggle = (scope: StaffScope, isWanted: boolean) => {
    setMissing(false);
    setScopes(staffScopes.filter((each) => (each === scope ? isWanted : scopes.includes(each))));
  };
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (scopes.length === 0) return setMissing(true);
    const handleMade = () => {
      setName('');
      setScopes([]);
      setShown(true);
    };
    create.mutate({ name, scopes: [...scopes] }, { onSuccess: handleMade });
  };

  return (
    <section>
      <Text as="h2" $type="heading" $below="sm">
        {t('access.newTitle')}
      </Text>
      <Form onSubmit={handleSubmit}>
        <TextField
          label={t('access.name')}
          hint={t('access.nameHint')}
          value={name}
          onChange={({ target }) => setName(target.value)}
          maxLength={limits.nameLength}
          // What is no more than spaces is no name.
          pattern=".*\S.*"
          autoComplete="off"
          required
        />
        <fieldset>
          <Text as="legend" $type="label" $below="xs">
            {t('access.scopes')}
          </Text>
          <Stack $gap="sm">
            {staffScopes.map((scope) => (
              <Tick
                key={scope}
                checked={scopes.includes(scope)}
                onChange={(isWanted) => toggle(scope, isWanted)}
                hint={t(`access.scopeHint.${scope}`)}
              >
                {t(`access.scope.${scope}`)}
              </Tick>
            ))}
          </Stack>
          <Text role="alert" $type="small" $colour="danger">
            {isMissing && t('access.needsScope')}
          </Text>
        </fieldset>
        <Button type="submit" busy={create.isPending}>
          {t('access.create')}
        </Button>
      </Form>
      <Dialog
        open={isShown}
        title={t('access.secretTitle', { name: made?.token.name ?? '' })}
        text={
          <Stack $gap="md">
            <p>{t('access.secretText')}</p>
            <Secret>{made?.secret}</Secret>
          </Stack>
        }
        actions={
          <>
            <ShareButton
              wide
              text={() => made?.secret ?? ''}
              words={{
                share: t('access.share'),
                copy: t('access.copy'),
                copied: t('access.copied'),
                failed: t('staff:failed'),
              }}
            />
            <Button wide onClick={() => setShown(false)}>
              {t('access.done')}
            </Button>
          </>
        }
      />
    </section>
  );
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
