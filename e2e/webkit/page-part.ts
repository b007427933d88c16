import { setTimeout as pause } from 'node:timers/promises';
import type { WebElement } from 'selenium-webdriver';
import type { Part } from '../support/screen/screen.ts';
import { until, usual } from './patience.ts';

/** Which elements can have a role; whether they have it, WebKit says. */
const candidates: Readonly<Record<Part['role'], string>> = {
  alertdialog: '[role=alertdialog]',
  button: 'button',
  dialog: '[role=dialog]',
  heading: 'h1, h2, h3, h4',
  navigation: 'nav',
  radio: 'input[type=radio]',
  textbox: 'input, textarea',
};

/** What is not rendered has no name: the driver ends in an error when it is asked for it. */
const renderedOf =
  'return [...arguments[0].querySelectorAll(arguments[1])].filter((one) => one.checkVisibility({ visibilityProperty: true }))';
const toMiddle = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })";
const placeOf = 'const { x, y } = arguments[0].getBoundingClientRect(); return `${x} ${y}`';
/** ms, a few pictures of an animation. */
const moment = 60;

/** Part of a page as assistive technology finds it, by role and name; looked for anew at every use. */
export class PagePart {
  constructor(
    private readonly title: string,
    /** The element, if it is there just now. */
    private readonly find: () => Promise<WebElement | undefined>,
  ) {}

  part({ role, name }: Part): PagePart {
    const find = async () => {
      const all = await this.find();
      const rendered = all ? ((await ask(all, renderedOf, candidates[role])) as readonly WebElement[]) : [];
      for (const one of rendered)
        if (isNamed(name, await one.getAccessibleName()) && (await one.getAriaRole()) === role) return one;
      return undefined;
    };
    return new PagePart(`${role} “${String(name)}” in ${this.title}`, find);
  }

  /** The element, as soon as it is there. */
  get(ms = usual): Promise<WebElement> {
    return until(this.title, this.find, ms);
  }

  async tap(): Promise<void> {
    await until(`${this.title} to be tapped`, async () => {
      const element = await this.find();
      if (!element || !(await isAtRest(element))) return false;
      try {
        await element.click();
      } catch (error) {
        // Something lies over it, e.g. the cart's bar: a diner scrolls.
        await ask(element, toMiddle);
        throw error;
      }
      return true;
    });
  }

  async fill(text: string): Promise<void> {
    await until(`${this.title} to be filled`, async () => {
      const element = await this.find();
      if (!element || !(await isAtRest(element))) return false;
      await element.clear();
      await element.sendKeys(text);
      return true;
    });
  }

  /** Waits until the rendered text contains this. */
  async shows(text: string | RegExp, ms = usual): Promise<void> {
    await until(
      `“${String(text)}” in ${this.title}`,
      async () => {
        const element = await this.find();
        return (
          element !== undefined && isWithin(text, String(await ask(element, 'return arguments[0].innerText')))
        );
      },
      ms,
    );
  }

  /** Waits until the part is there and its rendered text does not contain this. */
  async hides(text: string, ms = usual): Promise<void> {
    await until(
      `no “${text}” in ${this.title}`,
      async () => {
        const element = await this.find();
        return (
          element !== undefined &&
          !isWithin(text, String(await ask(element, 'return arguments[0].innerText')))
        );
      },
      ms,
    );
  }

  /** Waits until there is no such part. */
  async isGone(ms = usual): Promise<void> {
    await until(`${this.title} to go`, async () => (await this.find()) === undefined, ms);
  }
}

function isNamed(wanted: Part['name'], name: string): boolean {
  return typeof wanted === 'string' ? name === wanted : wanted.test(name);
}

function isWithin(wanted: Part['name'], text: string): boolean {
  return typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
}

/** False while it is still on its way, e.g. with a sheet that comes up. */
async function isAtRest(element: WebElement): Promise<boolean> {
  // The driver's own answer fails for what is out of sight.
  const before = await ask(element, placeOf);
  await pause(moment);
  return (await ask(element, placeOf)) === before;
}

/** Runs a script in the page; the element is its first argument. */
function ask(element: WebElement, script: string, ...more: readonly unknown[]): Promise<unknown> {
  return element.getDriver().executeScript(script, element, ...more);
}
