import { styled } from 'styled-components';
import { type } from '#ui/theme/tokens.ts';

/** The heading of each page. A long name is cut off, so that the head keeps its height on a phone. */
export function RestaurantName({ name }: { name: string }) {
  return <Heading title={name}>{name}</Heading>;
}

const Heading = styled.h1`
  ${type.heading};
  flex: 1;
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;
