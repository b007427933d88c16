import { BellRing } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour, radius, size, space, type } from '#ui/theme/tokens.ts';
import { Text } from '#ui/primitives.tsx';
import type { Bell } from './use-bell.ts';

/**
 * What the bell rings for, and whether the browser allows sound. Always rendered, so that screen readers announce it.
 */
export function BellStrip({
  bell: { waiting, calls, isLocked, answer },
  sounds,
}: {
  bell: Bell;
  sounds: boolean;
}) {
  const { t } = useTranslation('staff');
  const isSilent = isLocked && sounds;
  const news = [
    ...(calls > 0 ? [t('calls.count', { count: calls })] : []),
    ...(waiting.length > 0 ? [t('arrived', { count: waiting.length })] : []),
  ];
  return (
    <Strip>
      <Words $new={news.length > 0}>
        {(news.length > 0 || isSilent) && <BellRing aria-hidden />}
        <Text as="span" $grow>
          {news.join(' · ')}
          {isSilent && <Text $type="small">{t('bell.locked')}</Text>}
        </Text>
      </Words>
      {waiting.length > 0 && (
        <Seen type="button" onClick={() => answer(waiting)}>
          {t('bell.seen')}
        </Seen>
      )}
    </Strip>
  );
}

const Strip = styled.div`
  flex: 1 1 ${size.dialog};
  display: flex;
  align-items: stretch;
  overflow: hidden;
  border-radius: ${radius.md};

  &:not(:has(svg)) {
    position: absolute;
  }
`;

const Words = styled.output<{ $new: boolean }>`
  flex: 1;
  display: flex;
  align-items: center;
  gap: ${space.sm};
  ${type.strong};
  color: ${({ $new }) => colour($new ? 'onAccent' : 'text')};
  background: ${({ $new }) => colour($new ? 'accent' : 'warningSoft')};

  &:has(svg) {
    min-height: ${size.touch};
    padding: ${space.xs} ${space.lg};
  }
  > svg {
    flex: none;
  }
`;

const Seen = styled.button`
  flex: none;
  min-height: ${size.touch};
  padding-inline: ${space.xl};
  ${type.button};
  color: ${colour('onToast')};
  background: ${colour('toast')};
`;
