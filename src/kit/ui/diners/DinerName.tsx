import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour, space, type } from '#src/kit/theme/tokens.ts';

interface Props {
  readonly name: string;
  /** The diner who reads it. */
  readonly mine?: boolean | undefined;
}

/** A diner's name, with "you" after one's own. */
export function DinerName({ name, mine = false }: Props) {
  const { t } = useTranslation();
  return (
    <>
      {name}
      {mine && (
        <>
          {' '}
          <You>{t('you')}</You>
        </>
      )}
    </>
  );
}

const You = styled.span`
  margin-inline-start: ${space.xs};
  ${type.label};
  color: ${colour('textMuted')};
`;
