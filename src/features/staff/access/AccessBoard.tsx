import { Stack } from '#src/kit/ui/primitives.tsx';
import { LogOutEverywhere } from './LogOutEverywhere.tsx';
import { NewToken } from './NewToken.tsx';
import { ReportList } from './ReportList.tsx';
import { TokenList } from './TokenList.tsx';

/** What diners reported; and who may act for the restaurant beside this screen: its own systems, and everybody who is logged in. */
export function AccessBoard() {
  return (
    <Stack $gap="xxl">
      <ReportList />
      <TokenList />
      <NewToken />
      <LogOutEverywhere />
    </Stack>
  );
}
