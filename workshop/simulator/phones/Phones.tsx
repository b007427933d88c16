import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { TableAction } from '#workshop/simulation/live/actions/actions.ts';
import type { LogText } from '#workshop/simulation/live/log-files.ts';
import type { PhoneShown } from '#workshop/simulation/live/table-shown.ts';
import { size, space, type } from '#src/kit/theme/tokens.ts';
import { PhoneCard } from './PhoneCard.tsx';

interface Props {
  readonly phones: readonly PhoneShown[];
  take(action: TableAction): void;
  logsOf(phone: number): Promise<LogText[]>;
}

/** What each phone shows; on one of them at a time one taps by hand. */
export const Phones = memo(function Phones({ phones, take, logsOf }: Props) {
  const { t } = useTranslation('simulator');
  const [hand, setHand] = useState<number>();
  return (
    <section aria-labelledby="phones">
      <Title id="phones">{t('phone.title')}</Title>
      <Grid>
        {phones.map((phone) => (
          <PhoneCard
            key={phone.userId}
            phone={phone}
            isByHand={hand === phone.index}
            onHand={setHand}
            take={take}
            logsOf={logsOf}
          />
        ))}
      </Grid>
    </section>
  );
});

const Title = styled.h2`
  margin-bottom: ${space.md};
  ${type.heading};
`;

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(${size.simulatedPhone}, 1fr));
  gap: ${space.lg};
  align-items: start;
`;
