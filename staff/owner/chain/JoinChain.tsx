import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { makeBranchCode, removeBranch, type Chain } from '#contract/calls/chain.ts';
import { request } from '#client/api/call/request.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Small, Stack, Text } from '#ui/primitives.tsx';
import { sayFailure } from '../../calls/say-failure.ts';
import { useClock } from '../../use-clock.ts';
import { Question } from '../Question.tsx';
import { useChainChange } from './use-chain-change.ts';

/** Shows a code with which this restaurant joins a chain, or the chain that it belongs to. */
export function JoinChain({ head, merchantId }: { head: Chain['head']; merchantId: string }) {
  return head ? <LeaveChain name={head.name} merchantId={merchantId} /> : <BranchCode />;
}

function BranchCode() {
  const { t } = useTranslation('chain');
  const time = useClock({ dateStyle: 'medium', timeStyle: 'short' });
  const make = useMutation({
    mutationFn: () => request(makeBranchCode, { body: {} }),
    onError: sayFailure,
  });
  return (
    <section>
      <Text as="h2" $type="heading">
        {t('join.title')}
      </Text>
      <Small $below="md">{t('join.text')}</Small>
      {make.data && (
        <Stack as="output" $below="md">
          <Text $type="display" $figures $breaks>
            {make.data.code}
          </Text>
          <Small>{t('join.until', { time: time.format(make.data.until) })}</Small>
        </Stack>
      )}
      <Button variant="secondary" busy={make.isPending} onClick={() => make.mutate()}>
        {t('join.make')}
      </Button>
    </section>
  );
}

function LeaveChain({ name, merchantId }: { name: string; merchantId: string }) {
  const { t } = useTranslation('chain');
  const [isAsked, setAsked] = useState(false);
  const leave = useChainChange(removeBranch, () => undefined);
  return (
    <section>
      <Text as="h2" $type="heading">
        {t('leave.title', { name })}
      </Text>
      <Small $below="md">{t('leave.text', { name })}</Small>
      <Button variant="secondary" busy={leave.isPending} onClick={() => setAsked(true)}>
        {t('leave.yes')}
      </Button>
      <Question
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('leave.question', { name })}
        text={t('branches.removeText')}
        yes={t('leave.yes')}
        no={t('branches.keep')}
        onYes={() => leave.mutate({ merchantId }, { onError: sayFailure })}
      />
    </section>
  );
}
