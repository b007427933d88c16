import { Stack } from '#src/kit/ui/primitives.tsx';
import { LogOutEverywhere } from './LogOutEverywhere.tsx';
import { NewToken } from './NewToken.tsx';
import { TokenList } from './TokenList.tsx';

/** Who may act for the restaurant beside this screen: its own systems, and everybody who is logged in. */
export function AccessBoard() {
  return (
    <Stack $gap="xxl">
      <TokenList />
      <NewToken />
      <LogOutEverywhere />
    </Stack>
  );
}
