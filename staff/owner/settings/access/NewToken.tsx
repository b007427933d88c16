import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { createStaffToken } from '#contract/calls/staff.ts';
import { staffScopes, type StaffScope } from '#contract/http/call.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Tick } from '#ui/controls/TickPills.tsx';
import { Stack, Text } from '#ui/primitives.tsx';
import { useStaffChange } from '../../../calls/staff-queries.ts';
import { NameField } from '../../../fields/PersonFields.tsx';
import { NarrowForm, OnceShown } from '../../OnceShown.tsx';
import { useBeforeLeaving } from '../../use-before-leaving.tsx';

/** Creates an access token for a system. */
export function NewToken() {
  const { t } = useTranslation('house');
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly StaffScope[]>([]);
  const [isMissing, setMissing] = useState(false);
  const [isShown, setShown] = useState(false);
  const create = useStaffChange(createStaffToken);
  const made = create.data;
  const { question } = useBeforeLeaving(name !== '' || scopes.length > 0);

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
      <NarrowForm onSubmit={handleSubmit}>
        <NameField label={t('access.name')} hint={t('access.nameHint')} value={name} onChange={setName} />
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
      </NarrowForm>
      <OnceShown
        open={isShown}
        title={t('access.secretTitle', { name: made?.token.name ?? '' })}
        text={t('access.secretText')}
        secret={made?.secret}
        onTaken={() => setShown(false)}
      />
      {question}
    </section>
  );
}
