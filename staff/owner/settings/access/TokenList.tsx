import { useTranslation } from 'react-i18next';
import { revokeStaffToken, type StaffToken } from '#contract/calls/staff.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Small, Text } from '#ui/primitives.tsx';
import { CardList } from '../../CardList.tsx';
import { ListCard } from '../../ListCard.tsx';
import { useStaffChange, useTokens } from '../../../calls/staff-queries.ts';
import { useClock } from '../../../use-clock.ts';

/** The access tokens of connected systems, with their rights and last use. */
export function TokenList() {
  const { t } = useTranslation(['house', 'staff']);
  const tokens = useTokens();
  const revoke = useStaffChange(revokeStaffToken);
  return (
    <CardList
      title={t('access.systems')}
      text={t('access.systemsText')}
      none={t('access.none')}
      query={tokens}
      question={(token) => ({
        title: t('access.revokeTitle', { name: token?.name ?? '' }),
        text: t('access.revokeText'),
        yes: t('access.revoke'),
        no: t('staff:orders.keep'),
      })}
      onRemove={(id) => revoke.mutate({ id })}
    >
      {(token, ask) => <TokenCard key={token.id} token={token} onRevoke={ask} />}
    </CardList>
  );
}

function TokenCard({ token, onRevoke }: { token: StaffToken; onRevoke(): void }) {
  const { t } = useTranslation(['house', 'staff']);
  const { name, scopes, createdAt, lastUsedAt } = token;
  const when = useClock({ dateStyle: 'medium', timeStyle: 'short' });
  return (
    <ListCard
      name={name}
      facts={
        <>
          <Text>{scopes.map((scope) => t(`access.scope.${scope}`)).join(t('access.and'))}</Text>
          <Small>
            {t('access.made', { time: when.format(createdAt) })} ·{' '}
            {lastUsedAt === null
              ? t('access.neverUsed')
              : t('access.used', { time: when.format(lastUsedAt) })}
          </Small>
        </>
      }
    >
      <Button variant="secondary" aria-label={t('access.revokeOf', { name })} onClick={onRevoke}>
        {t('access.revoke')}
      </Button>
    </ListCard>
  );
}
