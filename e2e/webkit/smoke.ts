/** `npm run webkit`: two phones at one table in a real WebKit, from the QR code to the order. */
import { build } from 'vite';
import { foundPrograms } from '../support/found-programs.ts';
import { startTableServer } from '../support/table-server.ts';
import { journey, type Company, type Step } from './journey.ts';
import { within } from './patience.ts';
import { codeFrom, takePhone, type Closers } from './table.ts';

/** ms that a step may take, whatever hangs. */
const stepLimit = 90_000;
/** ms for the end of one thing; the server answers first what is under way. */
const closeLimit = 15_000;
const begun = Date.now();
const closers: Closers = [];
let closing: Promise<void> | undefined;

const sitting = sitDown();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void giveUp());

const failure = await runAll();
await closeAll();
const seconds = ((Date.now() - begun) / 1000).toFixed(1);
console.log(failure ?? `All ${journey.length} steps hold.`, `(${seconds} s)`);
// At once: a driver that hangs would hold the process.
process.exit(failure === undefined ? 0 : 1);

/** What did not hold, undefined when everything did. */
async function runAll(): Promise<string | undefined> {
  try {
    const company = await sitting;
    for (const step of journey) if (!(await holds(step, company))) return 'FAILED';
    return undefined;
  } catch (error) {
    return `FAILED before the first step: ${String(error)}`;
  }
}

/** What is just being started can be ended only once it stands. */
async function giveUp(): Promise<void> {
  await sitting.catch(() => undefined);
  await closeAll();
  process.exit(1);
}

/** Builds the app, starts the server and both phones. */
async function sitDown(): Promise<Company> {
  const [driver, display] = foundPrograms(['WebKitWebDriver', 'Xvfb'], ['webkit2gtk-driver', 'xvfb']);
  const programs = { driver, display };
  await build({ logLevel: 'warn' });
  const server = await startTableServer();
  closers.push(() => server.stop());
  const ann = await takePhone('Ann', server, programs, closers);
  const mei = await takePhone('Mei', server, programs, closers);
  console.log(`WebKitGTK ${String((await ann.driver.getCapabilities()).get('browserVersion'))}`);
  return { ann, mei, server, codeFor: codeFrom(server) };
}

async function holds(step: Step, company: Company): Promise<boolean> {
  const { ann, mei } = company;
  const start = Date.now();
  try {
    const said = await within(stepLimit, 'the step', step.run(company));
    const uncaught = [...(await ann.uncaught()), ...(await mei.uncaught())];
    if (uncaught.length > 0) throw new Error(`the page threw: ${uncaught.join('; ')}`);
    const seconds = ((Date.now() - start) / 1000).toFixed(1);
    console.log(`ok  ${seconds} s  ${step.title}${said ? `: ${said}` : ''}`);
    return true;
  } catch (error) {
    if (closing) return false;
    console.error(`FAILED  ${step.title}\n  ${String(error)}`);
    for (const phone of [ann, mei]) {
      const text = await within(10_000, 'the text', phone.textInSight()).catch(String);
      const picture = await phone.shoot('failed').catch(String);
      console.error(`\n${phone.diner}’s phone (${picture}) shows:\n${text.replaceAll(/^/gm, '  ')}`);
    }
    return false;
  }
}

/** Once, whoever asks first. */
function closeAll(): Promise<void> {
  closing ??= (async () => {
    for (const close of closers.toReversed())
      await within(closeLimit, 'the end', close()).catch(console.error);
  })();
  return closing;
}
