import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  removeConnection,
  type Connection,
  type ConnectionKind,
  type Connections,
} from '#contract/calls/connections.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Box, Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { useStaffChange } from '../../calls/staff-queries.ts';
import { useClock } from '../../use-clock.ts';
import { Question } from '../Question.tsx';
import { ConnectionForm } from './ConnectionForm.tsx';
import { PaymentTest } from './PaymentTest.tsx';
import { SendTest } from './SendTest.tsx';

interface Props {
  readonly kind: ConnectionKind;
  readonly all: Connections;
}

/** One kind of service: its state, its test, and the form for its provider. */
export function ConnectionSection({ kind, all }: Props) {
  const { t } = useTranslation('connections');
  const [isEditing, setEditing] = useState(false);
  const connection = all.connections.find((each) => each.kind === kind);
  return (
    <Stack as="section" $gap="md">
      <Text as="h2" $type="heading">
        {t(`kinds.${kind}.title`)}
      </Text>
      <p>{t(`kinds.${kind}.text`)}</p>
      {connection && <ConnectionCard connection={connection} onEdit={() => setEditing(true)} />}
      {!connection && <Small>{t(`without.${kind === 'texts' ? all.textsWithout : kind}`)}</Small>}
      {kind === 'payments' && all.noticeUrls === null && (
        <Text role="alert" $colour="danger">
          {t('lacksAddress')}
        </Text>
      )}
      {connection && !isEditing && <ConnectionTest connection={connection} />}
      {kind === 'payments' && connection?.provider === 'stripe' && all.noticeUrls && (
        <Small $breaks>{t('noticeUrl', { url: all.noticeUrls['stripe'] ?? '' })}</Small>
      )}
      {(isEditing || !connection) && !all.lacksKey && (
        <ConnectionForm
          kind={kind}
          connection={connection}
          onSaved={() => setEditing(false)}
          {...(connection && { onCancel: () => setEditing(false) })}
        />
      )}
    </Stack>
  );
}

function ConnectionTest({ connection: { kind, values } }: { connection: Connection }) {
  if (kind === 'payments') return <PaymentTest />;
  return <SendTest kind={kind} usual={values['fromAddress'] ?? ''} />;
}

function ConnectionCard({ connection, onEdit }: { connection: Connection; onEdit(): void }) {
  const { t } = useTranslation('connections');
  const [isAsked, setAsked] = useState(false);
  const times = useClock({ dateStyle: 'medium', timeStyle: 'short' });
  const remove = useStaffChange(removeConnection);
  const { kind, provider, problem, problemAt, workedAt, changedAt, changedBy } = connection;
  const name = t(`providers.${provider}`, { defaultValue: provider });
  const state =
    problem && problemAt !== null
      ? t('failedAt', {
          why: t(`problems.${problem.kind}`, { context: kind, defaultValue: problem.kind }),
          time: times.format(problemAt),
        })
      : workedAt === null
        ? t('untested')
        : t('workedAt', { time: times.format(workedAt) });
  return (
    <Box $card $pad="md lg">
      <Row $gap="md" $align="center" $wrap>
        <Stack $grow="card">
          <Text $type="strong">{name}</Text>
          <Small as="output" $colour={problem ? 'danger' : 'textMuted'}>
            {state}
          </Small>
          {problem && problem.detail !== '' && (
            <Small $breaks>{t('said', { context: kind, detail: problem.detail })}</Small>
          )}
          <Small $colour="textMuted">
            {t(changedBy === '' ? 'changedAt' : 'changedBy', {
              name: changedBy,
              time: times.format(changedAt),
            })}
          </Small>
        </Stack>
        <Button variant="secondary" onClick={onEdit}>
          {t('change')}
        </Button>
        <Button variant="quiet" onClick={() => setAsked(true)}>
          {t('remove')}
        </Button>
      </Row>
      <Question
        open={isAsked}
        title={t('removeTitle', { name })}
        text={t(`kinds.${kind}.removeText`)}
        yes={t('remove')}
        no={t('cancel')}
        onYes={() => remove.mutate({ kind })}
        onClose={() => setAsked(false)}
      />
    </Box>
  );
}
