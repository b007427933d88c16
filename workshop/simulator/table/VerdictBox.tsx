import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react';
import { memo, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Difference } from '#workshop/simulation/live/differences.ts';
import type { PhoneShown, Verdict } from '#workshop/simulation/live/table-shown.ts';
import { colour, longWords, radius, size, space, type } from '#src/kit/theme/tokens.ts';
import { announce } from '#src/kit/ui/feedback/Announcer.tsx';
import { Text } from '#src/kit/ui/primitives.tsx';
import { useSimulatorWords } from '../parts/words.ts';

interface Props {
  readonly verdict: Verdict;
  readonly phones: readonly PhoneShown[];
  readonly isPlaying: boolean;
}

/** So many differences are told; more are counted. */
const told = 2;

const icons = { agree: CircleCheck, differ: Hourglass, broken: CircleAlert } as const;

/** Whether all phones show what the server has, and if not, by which line they differ. */
export const VerdictBox = memo(function VerdictBox({ verdict, phones, isPlaying }: Props) {
  const { t } = useTranslation('simulator');
  const open = phones.filter(({ isOpen }) => isOpen).length;
  const isSet = phones.length > 0;
  const found = useDifferences(phones);
  const Icon = icons[verdict.kind];
  const title = open === 0 && verdict.kind === 'differ' ? t('verdict.nobody') : t(`verdict.${verdict.kind}`);

  // While time runs it comes and goes too fast to be listened to.
  useEffect(() => {
    if (!isPlaying && isSet) announce(title);
  }, [isPlaying, title, isSet]);

  return (
    <Box $kind={verdict.kind} aria-label={t('verdict.label')} data-verdict={verdict.kind}>
      <Icon aria-hidden />
      <div>
        <Text as="h2" $type="heading">
          {title}
        </Text>
        {verdict.kind === 'agree' && <p>{t('verdict.agreeText', { count: open })}</p>}
        {verdict.kind === 'broken' && <Promise lang="en">{verdict.promise}</Promise>}
        {verdict.kind === 'differ' && (
          <Text as="ul" $type="small" $breaks>
            {found.slice(0, told).map((text) => (
              <li key={text}>{text}</li>
            ))}
            {found.length > told && <li>{t('verdict.more', { count: found.length - told })}</li>}
          </Text>
        )}
      </div>
    </Box>
  );
});

/** By what the phones differ from the server, and why, a sentence each. */
function useDifferences(phones: readonly PhoneShown[]): string[] {
  const { t } = useTranslation('simulator');
  const { diner, noted } = useSimulatorWords();

  const sentence = (phone: string, difference: Difference): string => {
    switch (difference.kind) {
      case 'line':
        return t('verdict.line', {
          phone,
          shown: difference.phone,
          known: difference.server,
          dish: noted(difference.item),
          diner: diner(difference.userId),
        });
      case 'guests':
        return t('verdict.guests', { phone, shown: difference.phone, known: difference.server });
      default:
        return t(`verdict.${difference.kind}`, { phone });
    }
  };

  return phones.flatMap(({ name, isOpen, isCutOff, isFrozen, differences, cart: { pending } }) => {
    if (!isOpen) return [];
    const why = isCutOff ? t('verdict.cutOff') : isFrozen ? t('verdict.frozen') : undefined;
    const said = differences.map((each) => sentence(name, each));
    if (said.length === 0 && pending > 0) said.push(t('verdict.pending', { phone: name, count: pending }));
    return said.map((what) => (why === undefined ? what : t('verdict.because', { what, why })));
  });
}

const grounds: Record<Verdict['kind'], { ground: string; mark: string }> = {
  agree: { ground: colour('successSoft'), mark: colour('success') },
  differ: { ground: colour('warningSoft'), mark: colour('warning') },
  broken: { ground: colour('dangerSoft'), mark: colour('danger') },
};

/** As tall as it mostly gets: what stands below keeps its place. */
const Box = styled.section<{ $kind: Verdict['kind'] }>`
  display: flex;
  gap: ${space.md};
  min-height: ${size.verdict};
  padding: ${space.lg};
  background: ${({ $kind }) => grounds[$kind].ground};
  border-radius: ${radius.lg};

  > svg {
    color: ${({ $kind }) => grounds[$kind].mark};
  }
  > div {
    flex: 1;
    min-width: 0;
  }
`;

const Promise = styled.p`
  ${type.code};
  ${longWords};
  white-space: pre-wrap;
`;
