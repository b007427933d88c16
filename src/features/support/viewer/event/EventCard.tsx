import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Explanation } from '#projections/merge/explain.ts';
import type { Effect } from '#projections/replay/effect.ts';
import type { Fate } from '#projections/replay/fates.ts';
import { colour, longWords, radius, size, space, type } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { findFollowedLine, type Follow } from '../logs/follow.ts';
import { Rule, findRule, findRuleOfEvent, findRuleOfFate, type RuleId } from '../logs/Rule.tsx';
import type { TableMoment, TableOfLogs } from '../logs/table-of-logs.ts';
import type { Words } from '#projections/replay/replay-words.ts';
import type { LogRecord } from '#events/records/records.ts';
import { useClock } from '../time/clock.ts';

interface Props {
  readonly table: TableOfLogs;
  /** undefined before the first record. */
  readonly moment: TableMoment | undefined;
  readonly fates: Fates;
  readonly words: Words;
  /** Reads each record out to screen readers. It is off while the player runs. */
  readonly isSaid: boolean;
  onFollow(follow: Follow): void;
  /** Goes to the record in which a phone received this event. */
  onGoTo(phone: number, id: string): void;
}

/** The record at the chosen moment: its text, its effect, and the final state of its event, with the rule for each. */
export function EventCard({ table, moment, fates, words, isSaid, onFollow, onGoTo }: Props) {
  const { t } = useTranslation('support');
  const time = useClock();
  const end = useMemo(() => moment && endOf(moment, fates), [moment, fates]);
  if (!moment)
    return (
      <Stack as="section" $gap="sm" $pad="lg" $card aria-label={t('event.title')}>
        <p>{t('event.start')}</p>
      </Stack>
    );
  const { phone, step } = moment;
  const { record, effect } = step;
  const event = 'event' in record ? record.event : undefined;
  const line = findFollowedLine(record);
  const rule = findRule(effect) ?? (event && findRuleOfEvent(event));
  const related = end ? listCauses(end.explanation) : [];
  const isAnsweredLater = event && record.from === 'local' && end?.fate?.kind !== 'pending';
  const lasts = end && !isSilent(end, effect) ? end : undefined;

  return (
    <Stack
      as="section"
      $gap="sm"
      $pad="lg"
      $card
      aria-label={t('event.title')}
      aria-live={isSaid ? 'polite' : 'off'}
    >
      <Text $type="body" $breaks>
        {event && <strong>{table.nameOf(event.userId)}</strong>} {words.says(record)}
      </Text>
      <Small>
        {t('event.received', {
          phone: phone.letter,
          from: t(`records.from.${record.from}`),
          time: time.format(record.t),
        })}
        {event && ` · ${t('event.created', { time: time.format(event.at[0]) })}`}
      </Small>
      {event && <Code>{event.id}</Code>}
      <Facts>
        <dt>{t('event.effect')}</dt>
        <dd>
          {words.did(effect, event?.userId).map((each) => (
            <p key={each}>{each}</p>
          ))}
          {rule && <Rule id={rule} />}
        </dd>
        {isAnsweredLater && <Fact title={t('event.now')} words={t('why.pending')} rule="G3" />}
        {lasts && (
          <Fact
            title={t('event.end')}
            words={lasts.fate?.kind === 'pending' ? t('why.pending') : words.why(lasts.explanation)}
            rule={(lasts.fate && findRuleOfFate(lasts.fate)) ?? lasts.explanation.rule}
          />
        )}
      </Facts>
      <Row $wrap $bleed="md">
        {line && (
          <Button variant="quiet" onClick={() => onFollow(line)}>
            {t('event.follow')}
          </Button>
        )}
        {event && (
          <Button variant="quiet" onClick={() => onFollow({ kind: 'diner', userId: event.userId })}>
            {t('event.followDiner')}
          </Button>
        )}
        {related.map((id) => (
          <Button key={id} variant="quiet" onClick={() => onGoTo(table.phones.indexOf(phone), id)}>
            {t('event.go', { id })}
          </Button>
        ))}
      </Row>
      <RawRecord record={record} />
    </Stack>
  );
}

function Fact({ title, words, rule }: { title: string; words: string; rule: RuleId | undefined }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>
        <p>{words}</p>
        {rule && <Rule id={rule} />}
      </dd>
    </>
  );
}

interface EventContext {
  readonly fate: Fate | undefined;
  readonly explanation: Explanation;
}

type Fates = readonly ((id: string) => Fate | undefined)[];

function endOf({ phone, step, index }: TableMoment, fates: Fates): EventContext | undefined {
  if (!('event' in step.record)) return undefined;
  const { id } = step.record.event;
  return { fate: fates[index]?.(id), explanation: phone.replay.explain(id) };
}

/** True if the final state of the event is the same as its effect at once, which the card shows already. */
function isSilent({ fate, explanation }: EventContext, { nothing }: Effect): boolean {
  if (fate?.kind === 'pending') return false;
  if (nothing?.kind === 'explained')
    return JSON.stringify(nothing.explanation) === JSON.stringify(explanation);
  return explanation.kind === 'changed' || explanation.kind === 'set' || explanation.kind === 'removal';
}

/** The ids of the events that decided the effect, which the card links to. */
function listCauses(explanation: Explanation): readonly string[] {
  if (explanation.kind === 'removed') return explanation.by.slice(0, 3);
  return explanation.kind === 'nothing' &&
    explanation.because === 'laterValue' &&
    explanation.by !== undefined
    ? [explanation.by]
    : [];
}

const Code = styled.code`
  ${type.code};
  color: ${colour('textMuted')};
  overflow-wrap: anywhere;
`;

const Facts = styled.dl`
  display: grid;
  gap: ${space.xs};

  > dt {
    ${type.label};
    color: ${colour('textMuted')};
  }
  > dd {
    ${longWords};
  }
`;

/** The most characters of a raw record that are shown. A snapshot of a long evening is longer. */
const longest = 20_000;

function RawRecord({ record }: { record: LogRecord }) {
  const { t } = useTranslation('support');
  const [isOpen, setOpen] = useState(false);
  const text = isOpen ? JSON.stringify(record, null, 2) : '';
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <Summary>{t('event.raw')}</Summary>
      {isOpen && (
        <>
          {text.length > longest && <p>{t('event.truncated')}</p>}
          <Raw aria-label={t('event.raw')} tabIndex={0}>
            <pre>{text.slice(0, longest)}</pre>
          </Raw>
        </>
      )}
    </details>
  );
}

const Summary = styled.summary`
  min-height: ${size.touch};
  padding-block: ${space.md};
  ${type.label};
  cursor: pointer;
`;

const Raw = styled.section`
  max-height: ${size.recordList};
  padding: ${space.md};
  overflow: auto;

  > pre {
    margin: ${space.none};
    ${type.code};
  }
  background: ${colour('sunken')};
  border-radius: ${radius.sm};
`;
