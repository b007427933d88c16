import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { Builder, type WebDriver } from 'selenium-webdriver';
import { findFreePort } from 'selenium-webdriver/net/portprober.js';
import { until, within } from './patience.ts';

/** A window of this size; WebKitGTK’s own browser makes none narrower than 447 px of page. */
const windowSize = { width: 390, height: 844 };
/** ms that the driver lets a page load or a script run. */
const driverTimeouts = { pageLoad: 20_000, script: 10_000 };

/** The paths of what a WebKit needs. */
export interface Programs {
  /** WebDriver of WebKitGTK; it knows its own browser. */
  readonly driver: string;
  /** A display without a screen. */
  readonly display: string;
}

/** One WebKit with a display and a storage of its own. */
export interface WebKitSession {
  readonly driver: WebDriver;
  /** Ends browser, driver and display, also when they no longer answer. */
  end(): Promise<void>;
}

/**
 * Starts display, driver and browser. The driver takes one session a process. `WEBKIT_DISABLE_DMABUF_RENDERER` and
 * `WEBKIT_DISABLE_COMPOSITING_MODE` are left out of its environment: with them a screenshot never comes.
 */
export async function startWebKit(programs: Programs): Promise<WebKitSession> {
  const running: ChildProcess[] = [];
  let driver: WebDriver | undefined;
  const end = async () => {
    await within(5_000, 'the end of the session', driver?.quit() ?? Promise.resolve()).catch(() => undefined);
    for (const child of running.toReversed()) await endGroup(child);
  };
  try {
    const display = start(programs.display, '-displayfd 3 -screen 0 500x950x24 -nolisten tcp'.split(' '));
    running.push(display);
    const number = await within(10_000, 'the start of Xvfb', firstLine(display.stdio[3] as Readable));
    const port = await findFreePort('127.0.0.1');
    const {
      WEBKIT_DISABLE_DMABUF_RENDERER: _renderer,
      WEBKIT_DISABLE_COMPOSITING_MODE: _compositing,
      ...env
    } = process.env;
    // Not on the screen of whoever sits here.
    const onDisplay = { ...env, DISPLAY: `:${number}`, GDK_BACKEND: 'x11' };
    running.push(start(programs.driver, [`--port=${port}`], onDisplay));
    const address = `http://127.0.0.1:${port}`;
    await until('the driver to answer', () => isReady(address));
    driver = await within(30_000, 'the start of WebKit', open(address));
    await driver.manage().setTimeouts(driverTimeouts);
    await driver.manage().window().setRect(windowSize);
    return { driver, end };
  } catch (error) {
    await end();
    throw error;
  }
}

function open(address: string): Promise<WebDriver> {
  return new Builder()
    .usingServer(address)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { args: ['--automation'] },
    })
    .build();
}

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/status`)).ok;
  } catch {
    return false;
  }
}

/** A program at the head of a group of processes, so that all that it starts can be ended with it. */
function start(program: string, args: readonly string[], env = process.env): ChildProcess {
  const child = spawn(program, args, { env, detached: true, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  // What does not start does not answer either, and its answer is waited for.
  child.on('error', () => undefined);
  // However this process ends.
  process.once('exit', () => killGroup(child));
  return child;
}

async function firstLine(from: Readable): Promise<string> {
  let text = '';
  for await (const part of from) {
    text += String(part);
    if (text.includes('\n')) return text.trim();
  }
  throw new Error('the program ended before it said anything');
}

async function endGroup(child: ChildProcess): Promise<void> {
  const isRunning = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const gone = isRunning ? once(child, 'exit') : Promise.resolve();
  killGroup(child);
  await gone;
}

/** Also when its head has gone already: what it started may still be there. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
