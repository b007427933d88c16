import { useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { Link } from '#ui/controls/Link.tsx';
import { segment, Segments } from '#ui/controls/Choices.tsx';

/** The open part of a page, from the address. The first part is the default. */
export function usePart<Part extends string>(parts: readonly [Part, ...Part[]]): Part {
  const [params] = useSearchParams();
  return parts.find((each) => each === params.get('part')) ?? parts[0];
}

interface Props<Part extends string> {
  readonly label: string;
  readonly parts: readonly Part[];
  readonly part: Part;
  words(part: Part): string;
}

/** Links to the parts of a page. */
export function Parts<Part extends string>({ label, parts, part, words }: Props<Part>) {
  return (
    <nav aria-label={label}>
      <Segments>
        {parts.map((each) => (
          <Choice key={each} to={`?part=${each}`} replace aria-current={each === part ? 'page' : undefined}>
            {words(each)}
          </Choice>
        ))}
      </Segments>
    </nav>
  );
}

const Choice = styled(Link)`
  ${segment}
`;
