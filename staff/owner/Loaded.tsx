import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { codes } from '#contract/codes.ts';
import { ApiError } from '#client/api/api-error.ts';
import { ListFailed } from '#ui/page/ListStates.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { Spinner } from '#ui/feedback/Spinner.tsx';
import { Row, Stack, Text } from '#ui/primitives.tsx';

interface Props<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'fetchStatus' | 'isFetching' | 'refetch'>;
  /** The text while loading. Default: that it takes a moment. */
  readonly waiting?: string | undefined;
  children(data: Data): ReactNode;
}

/** Shows a query's data, or that it is loading, or why it failed with a button to try again. */
export function Loaded<Data>({ query, waiting, children }: Props<Data>) {
  const { t } = useTranslation(['owner', 'common']);
  const { data, error, fetchStatus, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (error instanceof ApiError && error.code === codes.forbidden)
    return <Text role="alert">{t('notYours')}</Text>;
  if (error || fetchStatus === 'paused')
    return <ListFailed error={error} busy={isFetching} onRetry={() => void refetch()} />;
  // The query is disabled.
  if (fetchStatus === 'idle') return null;
  return (
    <Row $gap="sm" $align="center" $colour="textMuted">
      <Spinner />
      <Text as="output" $figures>
        {waiting ?? t('common:loading')}
      </Text>
    </Row>
  );
}

interface MoreProps {
  readonly query: Pick<
    UseInfiniteQueryResult,
    'fetchNextPage' | 'hasNextPage' | 'isFetchNextPageError' | 'isFetchingNextPage'
  >;
  readonly children: ReactNode;
}

/** Loads the next page of a list, and says if that failed. */
export function MoreButton({ query, children }: MoreProps) {
  const { fetchNextPage, hasNextPage, isFetchNextPageError, isFetchingNextPage } = query;
  const { t } = useTranslation('staff');
  if (!hasNextPage) return null;
  return (
    <Stack $gap="sm" $align="flex-start">
      {isFetchNextPageError && (
        <Text role="alert" $colour="danger">
          {t('failed')}
        </Text>
      )}
      <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {children}
      </Button>
    </Stack>
  );
}
