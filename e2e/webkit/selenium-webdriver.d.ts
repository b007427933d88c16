/** What the WebKit test uses of selenium-webdriver, which comes without types. */
declare module 'selenium-webdriver' {
  /** How elements are looked for. */
  export interface Locator {
    readonly using: string;
    readonly value: string;
  }
  export const By: { css(selector: string): Locator };

  export interface WebElement {
    /** The role as the browser itself works it out. */
    getAriaRole(): Promise<string>;
    /** The name as the browser itself works it out. */
    getAccessibleName(): Promise<string>;
    getDriver(): WebDriver;
    clear(): Promise<void>;
    click(): Promise<void>;
    sendKeys(text: string): Promise<void>;
  }

  export interface WebDriver {
    get(url: string): Promise<void>;
    getCurrentUrl(): Promise<string>;
    getCapabilities(): Promise<{ get(name: string): unknown }>;
    getWindowHandle(): Promise<string>;
    findElements(locator: Locator): Promise<WebElement[]>;
    executeScript(script: string, ...args: readonly unknown[]): Promise<unknown>;
    /** A PNG in base64. */
    takeScreenshot(): Promise<string>;
    navigate(): { refresh(): Promise<void> };
    switchTo(): { window(handle: string): Promise<void>; newWindow(type: 'tab' | 'window'): Promise<void> };
    manage(): {
      setTimeouts(timeouts: { readonly script: number; readonly pageLoad: number }): Promise<void>;
      window(): { setRect(rect: { readonly width: number; readonly height: number }): Promise<unknown> };
    };
    close(): Promise<void>;
    quit(): Promise<void>;
  }

  export class Builder {
    usingServer(url: string): this;
    withCapabilities(capabilities: Readonly<Record<string, unknown>>): this;
    build(): Promise<WebDriver>;
  }
}

declare module 'selenium-webdriver/net/portprober.js' {
  export function findFreePort(host: string): Promise<number>;
}
