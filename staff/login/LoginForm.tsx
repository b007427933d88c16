import { styled } from 'styled-components';
import { space } from '#ui/theme/tokens.ts';

export const LoginForm = styled.form`
  display: grid;
  gap: ${space.md};
`;
