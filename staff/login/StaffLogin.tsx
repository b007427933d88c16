import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { staffDoor } from '#contract/calls/people.ts';
import { request } from '#client/api/call/request.ts';
import { LanguageSwitch } from '#ui/page/LanguageSwitch.tsx';
import { Turntable } from '#ui/page/MessagePage.tsx';
import { localValue } from '#client/values/web-storage.ts';
import { size, space } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Stack, Text } from '#ui/primitives.tsx';
import { closeBranch } from '../calls/open-branch.ts';
import { CodeForm } from './CodeForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { PinForm } from './PinForm.tsx';

/** The number of the first restaurant. A link may name another one. */
const usualMerchant = '1001';
/** The restaurant at which this device was logged in last. */
const merchantKey = 'staff-merchant';

type Way = 'pin' | 'password' | 'code';

/** The login: by name and PIN on a known device, otherwise by password or code. */
export function StaffLogin() {
  const { t } = useTranslation('staff');
  const [params] = useSearchParams();
  const [merchantId, setMerchantId] = useState(
    params.get('merchant') ?? localValue.get(merchantKey) ?? usualMerchant,
  );
  const [given] = useState(() => decodeURIComponent(location.hash.slice(1)));
  const [chosen, setChosen] = useState<Way | undefined>(given === '' ? undefined : 'code');
  const { data: door, isPending } = useQuery({
    queryKey: ['door', merchantId],
    queryFn: () => request(staffDoor, { query: { merchantId } }),
    retry: false,
  });
  const people = door?.people ?? [];
  // If the options cannot be read, the password form shows why.
  const takesPassword = door?.takesPassword ?? true;
  const usual: Way = people.length > 0 ? 'pin' : takesPassword ? 'password' : 'code';
  const way = chosen ?? usual;
  const others: Way[] = (['pin', 'password', 'code'] as const).filter(
    (other) => other !== way && (other === 'code' || (other === 'pin' ? people.length > 0 : takesPassword)),
  );
  const handleMerchant = (next: string) => {
    setMerchantId(next);
    setChosen(undefined);
  };
  const handleIn = (id: string) => {
    localValue.set(merchantKey, id);
    closeBranch();
  };

  return (
    <Main>
      <Turntable />
      <Text as="h1" $type="title">
        {t('title')}
      </Text>
      {!isPending && (
        <Panel>
          {way === 'pin' && <PinForm merchantId={merchantId} people={people} onIn={handleIn} />}
          {way === 'password' && (
            <PasswordForm merchantId={merchantId} onMerchant={handleMerchant} onIn={handleIn} />
          )}
          {way === 'code' && <CodeForm given={given} onKnown={handleMerchant} />}
          <Stack $gap="xs" $align="center" $marginTop="md">
            {others.map((other) => (
              <Button key={other} variant="quiet" onClick={() => setChosen(other)}>
                {t(`login.way.${other}`)}
              </Button>
            ))}
          </Stack>
        </Panel>
      )}
      <LanguageSwitch />
    </Main>
  );
}

const Main = styled.main`
  display: grid;
  align-content: center;
  justify-items: center;
  gap: ${space.xl};
  min-height: 100dvh;
  padding: ${space.xl};
`;

const Panel = styled.div`
  width: 100%;
  max-width: ${size.dialog};
`;
