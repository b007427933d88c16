import { useTranslation } from 'react-i18next';
import { testPayments } from '#contract/calls/connections.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Stack, Text } from '#ui/primitives.tsx';
import { useStaffChange } from '../../calls/staff-queries.ts';

/** Asks the provider whether it accepts the keys. */
export function PaymentTest() {
  const { t } = useTranslation('connections');
  const test = useStaffChange(testPayments);
  const problem = test.data?.problem;
  return (
    <Stack $gap="sm" $align="flex-start">
      <Button variant="secondary" busy={test.isPending} onClick={() => test.mutate(undefined)}>
        {t('test.keys')}
      </Button>
      {test.data && (
        <Text as="output" $colour={problem ? 'danger' : 'text'}>
          {problem ? t(`problems.${problem.kind}`) : t('test.keysWork')}
        </Text>
      )}
    </Stack>
  );
}
