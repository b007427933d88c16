import { styled } from 'styled-components';
import { space } from '#src/kit/theme/tokens.ts';

export const LoginForm = styled.form`
  display: grid;
  gap: ${space.md};
`;
