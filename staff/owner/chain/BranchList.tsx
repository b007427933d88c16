import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { addBranch, removeBranch, shareMenu, type Chain } from '#contract/calls/chain.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Small, Stack, Text } from '#ui/primitives.tsx';
import { describeFailure, sayFailure } from '../../calls/say-failure.ts';
import { ListCard } from '../ListCard.tsx';
import { useClock } from '../../use-clock.ts';
import { NarrowForm } from '../OnceShown.tsx';
import { Question } from '../Question.tsx';
import { Switch } from './Switch.tsx';
import { useChainChange } from './use-chain-change.ts';

type Branch = Chain['branches'][number];

/** The branches of this restaurant, and the form that adds one. */
export function BranchList({ branches }: { branches: readonly Branch[] }) {
  const { t } = useTranslation('chain');
  const [asked, setAsked] = useState<Branch>();
  const [question, setQuestion] = useState<'remove' | 'share'>();
  const share = useChainChange(shareMenu, () => showToast(t('branches.shared', { name: asked?.name ?? '' })));
  const remove = useChainChange(removeBranch, () =>
    showToast(t('branches.removed', { name: asked?.name ?? '' })),
  );
  const ask = (next: typeof question, branch: Branch) => {
    setAsked(branch);
    setQuestion(next);
  };
  const closeQuestion = () => setQuestion(undefined);
  const name = asked?.name ?? '';
  return (
    <section>
      <Text as="h2" $type="heading">
        {t('branches.title')}
      </Text>
      <Small $below="md">{t('branches.text')}</Small>
      <Stack as="ul" $gap="sm" $below="lg">
        {branches.map((branch) => (
          <BranchCard
            key={branch.merchantId}
            branch={branch}
            onRemove={() => ask('remove', branch)}
            onShare={() => ask('share', branch)}
          />
        ))}
      </Stack>
      <AddBranch />
      <Question
        open={question === 'remove'}
        onClose={closeQuestion}
        title={t('branches.removeTitle', { name })}
        text={t('branches.removeText')}
        yes={t('branches.removeYes')}
        no={t('branches.keep')}
        onYes={() => asked && remove.mutate({ merchantId: asked.merchantId }, { onError: sayFailure })}
      />
      <Question
        open={question === 'share'}
        onClose={closeQuestion}
        title={t('branches.shareTitle', { name })}
        text={t('branches.shareText')}
        yes={t('branches.shareYes')}
        no={t('branches.shareNo')}
        onYes={() =>
          asked && share.mutate({ merchantId: asked.merchantId, isShared: true }, { onError: sayFailure })
        }
      />
    </section>
  );
}

interface CardProps {
  readonly branch: Branch;
  onRemove(): void;
  /** Asks before the branch's own menu is replaced. */
  onShare(): void;
}

function BranchCard({ branch, onRemove, onShare }: CardProps) {
  const { merchantId, name, joinedAt, sharesMenu, problem } = branch;
  const { t } = useTranslation('chain');
  const date = useClock({ dateStyle: 'medium' });
  const share = useChainChange(shareMenu, () => undefined);
  const handleShare = (isShared: boolean) => share.mutate({ merchantId, isShared }, { onError: sayFailure });
  return (
    <ListCard
      name={name}
      facts={
        <>
          <Small>{t('branches.since', { date: date.format(joinedAt) })}</Small>
          {problem !== undefined && (
            <Text $type="small" $colour="danger">
              {t('branches.problem', { problem })}
            </Text>
          )}
        </>
      }
    >
      {problem !== undefined && (
        <Button variant="secondary" busy={share.isPending} onClick={() => handleShare(true)}>
          {t('branches.tryAgain')}
        </Button>
      )}
      <Switch
        label={t('branches.shares')}
        isOn={sharesMenu}
        onChange={(isOn) => (isOn ? onShare() : handleShare(false))}
      />
      <Button variant="secondary" aria-label={t('branches.removeOf', { name })} onClick={onRemove}>
        {t('branches.remove')}
      </Button>
    </ListCard>
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
