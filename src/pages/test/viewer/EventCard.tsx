import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { explain, type Explanation } from '#projections/explain.ts';
import { fatesIn, type Fate } from '#projections/replay/fates.ts';
import type { Knowledge } from '#events/log.ts';
import type { CartView } from '#projections/cart-view.ts';
import { useLanguage } from '#src/app/language.ts';
import { colour } from '#src/theme/colour.ts';
import { border, longWords, radius, space, type } from '#src/theme/tokens.ts';
import { Button } from '#src/ui/Button.tsx';
import { lineOf, type Follow } from './follow.ts';
import { RawRecord } from './RawRecord.tsx';
import { Rule } from './Rule.tsx';
import { ruleOf, ruleOfFate, type RuleId } from './rule-of.ts';
import { countsAt, momentAt, type TableOfLogs } from './table-of-logs.ts';
import type { Words } from './use-words.ts';

interface Props {
  readonly table: TableOfLogs;
  readonly position: number;
  readonly words: Words;
  /** Says it when it changes; not while it plays. */
  readonly isSaid: boolean;
  onFollow(follow: Follow): void;
  /** To the record in which a phone heard of this event. */
  onGoTo(phone: number, id: string): void;
}

/** The record that has just come: what it says, what it did, and what became of its event, with the rule. */
export function EventCard({ table, position, words, isSaid, onFollow, onGoTo }: Props) {
  const { t } = useTranslation('support');
  const language = useLanguage();
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'medium' });
  const moment = momentAt(table, position);
  const fates = useMemo(() => fatesOf(table, position), [table, position]);
  if (!moment)
    return (
      <Card aria-label={t('event.title')}>
        <p>{t('event.start')}</p>
      </Card>
    );
  const { phone, step } = moment;
  const { record, effect } = step;
  const event = 'event' in record ? record.event : undefined;
  const line = lineOf(record);
  const rule = ruleOf(effect) ?? (fates && !isSilent(fates.now) ? undefined : fates?.now.explanation.rule);
  const related = fates ? causesOf(fates.end.explanation) : [];
  const said = ({ fate, explanation }: Known) =>
    fate.kind === 'pending' ? t('why.pending') : words.why(explanation);
  const told: ['now' | 'end', Known][] = [];
  if (fates && !isSilent(fates.now) && effect.nothing?.kind !== 'explained') told.push(['now', fates.now]);
  if (fates && said(fates.end) !== said(fates.now) && !(isSilent(fates.end) && isSilent(fates.now)))
    told.push(['end', fates.end]);

  return (
    <Card aria-label={t('event.title')} aria-live={isSaid ? 'polite' : 'off'}>
      <Says>
        {event && <strong>{table.nameOf(event.userId)}</strong>} {words.says(record)}
      </Says>
      <Small>
        {t('event.heard', {
          phone: phone.letter,
          from: t(`records.from.${record.from}`),
          time: time.format(record.t),
        })}
        {event && ` · ${t('event.minted', { time: time.format(event.at[0]) })}`}
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
        {told.map(([when, known]) => (
          <Fact key={when} title={t(`event.${when}`)} words={said(known)} rule={ruleOfKnown(known)} />
        ))}
      </Facts>
      <Ways>
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
      </Ways>
      <RawRecord record={record} />
    </Card>
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

interface Known {
  readonly fate: Fate;
  readonly explanation: Explanation;
}

/** What had become of the current event then, and at the end of that phone's log. */
function fatesOf(
  table: TableOfLogs,
  position: number,
): { readonly now: Known; readonly end: Known } | undefined {
  const moment = momentAt(table, position);
  if (!moment || !('event' in moment.step.record)) return undefined;
  const { id } = moment.step.record.event;
  const { replay } = moment.phone;
  const count = countsAt(table, position)[table.phones.indexOf(moment.phone)]!;
  const knownIn = (knowledge: Knowledge, view: CartView): Known => ({
    fate: fatesIn(knowledge, view)(id) ?? { kind: 'counts' },
    explanation: explain(knowledge, id),
  });
  return {
    now: knownIn(replay.knowledgeAt(count), replay.viewAt(count)),
    end: knownIn(replay.log, replay.live.view),
  };
}

/** It counts, which its effect says already. */
function isSilent({ fate, explanation }: Known): boolean {
  const { kind } = explanation;
  return fate.kind === 'counts' && (kind === 'changed' || kind === 'set' || kind === 'cut');
}

function ruleOfKnown({ fate, explanation }: Known): RuleId {
  return ruleOfFate(fate) ?? explanation.rule;
}

/** The events that decided, to be looked at. */
function causesOf(explanation: Explanation): readonly string[] {
  if (explanation.kind === 'void') return explanation.by.slice(0, 3);
  return explanation.kind === 'nothing' &&
    explanation.because === 'laterValue' &&
    explanation.by !== undefined
    ? [explanation.by]
    : [];
}

const Card = styled.section`
  display: grid;
  gap: ${space.sm};
  min-width: 0;
  padding: ${space.lg};
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.lg};
`;

const Says = styled.p`
  ${type.body};
  ${longWords};
`;

const Small = styled.p`
  ${type.small};
  color: ${colour('textMuted')};
`;

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

const Ways = styled.div`
  display: flex;
  flex-wrap: wrap;
  margin-inline: calc(-1 * ${space.md});
`;
