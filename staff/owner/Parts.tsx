import { useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { Link } from '#ui/controls/Link.tsx';
import { segment, Segments } from '#ui/controls/Choices.tsx';

/** Which part of a page is open; it stands in the address, and the first one needs no word there. */
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

/** The parts of a page, one beside the other. */
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
