import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { addBranch, removeBranch, type Chain } from '#contract/calls/chain.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Box, Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { describeFailure, sayFailure } from '../../calls/say-failure.ts';
import { useClock } from '../../use-clock.ts';
import { NarrowForm } from '../OnceShown.tsx';
import { Question } from '../Question.tsx';
import { useChainChange } from './use-chain-change.ts';

type Branch = Chain['branches'][number];

/** The branches of this restaurant, and the form that adds one. */
export function BranchList({ branches }: { branches: readonly Branch[] }) {
  const { t } = useTranslation('chain');
  const [asked, setAsked] = useState<Branch>();
  const [isOpen, setOpen] = useState(false);
  const remove = useChainChange(removeBranch, () =>
    showToast(t('branches.removed', { name: asked?.name ?? '' })),
  );
  const ask = (branch: Branch) => {
    setAsked(branch);
    setOpen(true);
  };
  const name = asked?.name ?? '';
  return (
    <section>
      <Text as="h2" $type="heading">
        {t('branches.title')}
      </Text>
      <Small $below="md">{t('branches.text')}</Small>
      <Stack as="ul" $gap="sm" $below="lg">
        {branches.map((branch) => (
          <BranchCard key={branch.merchantId} branch={branch} onRemove={() => ask(branch)} />
        ))}
      </Stack>
      <AddBranch />
      <Question
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('branches.removeTitle', { name })}
        text={t('branches.removeText')}
        yes={t('branches.removeYes')}
        no={t('branches.keep')}
        onYes={() => asked && remove.mutate({ merchantId: asked.merchantId }, { onError: sayFailure })}
      />
    </section>
  );
}

function BranchCard({ branch: { name, joinedAt }, onRemove }: { branch: Branch; onRemove(): void }) {
  const { t } = useTranslation('chain');
  const date = useClock({ dateStyle: 'medium' });
  return (
    <Box as="li" $card $pad="md lg">
      <Row $gap="md" $align="center" $wrap>
        <Stack $grow="readable">
          <Text $type="strong" $breaks>
            {name}
          </Text>
          <Small>{t('branches.since', { date: date.format(joinedAt) })}</Small>
        </Stack>
        <Button variant="secondary" aria-label={t('branches.removeOf', { name })} onClick={onRemove}>
          {t('branches.remove')}
        </Button>
      </Row>
    </Box>
  );
}

function AddBranch() {
  const { t } = useTranslation('chain');
  const [code, setCode] = useState('');
  const add = useChainChange(addBranch, ({ branches }) => {
    setCode('');
    showToast(t('branches.added', { name: branches.at(-1)?.name ?? '' }));
  });
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    add.mutate({ code });
  };
  return (
    <NarrowForm onSubmit={handleSubmit}>
      <TextField
        label={t('branches.code')}
        hint={t('branches.codeHint')}
        value={code}
        onChange={({ target }) => setCode(target.value)}
        autoComplete="off"
        autoCapitalize="characters"
        required
        error={add.error ? describeFailure(add.error) : undefined}
      />
      <Button type="submit" busy={add.isPending}>
        {t('branches.add')}
      </Button>
    </NarrowForm>
  );
}
