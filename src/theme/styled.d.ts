import 'styled-components';
import type { AppTheme } from './theme.ts';

declare module 'styled-components' {
  // oxlint does not see that this merges with the library's own.
  export interface DefaultTheme extends AppTheme {}
}
