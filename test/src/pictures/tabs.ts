import type { Browser, Page } from 'playwright-core';
import { openContext } from './browser';
import { NOW, openFixtures, type Fixtures } from './fixtures';
import { watchLayoutShift } from './layoutShift';

export interface Tab {
  readonly page: Page;
  readonly fixtures: Fixtures;
}

/** A document of the app's origin without the app. */
const NOTHING = '/favicon.svg';

/**
 * Tabs in which one page is shown after another, each loaded whole with empty stores, as in a fresh profile: to open a window
 * and to compile the app in it anew costs as much as a page.
 */
export class Tabs {
  readonly #idle: Tab[] = [];

  constructor(
    private readonly browser: Browser,
    private readonly url: string,
  ) {}

  async use<T>(work: (tab: Tab, url: string) => Promise<T>): Promise<T> {
    const tab = this.#idle.pop() ?? (await this.#open());
    try {
      const result = await work(tab, this.url);
      await this.#empty(tab.page);
      this.#idle.push(tab);
      return result;
    } catch (error) {
      // What a page has left behind that did not come to its end, nobody knows.
      await tab.page.context().close();
      throw error;
    }
  }

  async #open(): Promise<Tab> {
    const context = await openContext(this.browser, { theme: 'light' });
    const page = await context.newPage();
    await page.clock.setFixedTime(new Date(NOW));
    await stopLateTimers(page);
    await watchLayoutShift(page);
    return { page, fixtures: await openFixtures(page) };
  }

  /** Once the app is gone, which else would write again what it keeps. */
  async #empty(page: Page): Promise<void> {
    await page.mouse.move(0, 0);
    await page.goto(this.url + NOTHING);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.context().clearCookies();
  }
}

/** From here on a page says that it still loads, or asks again: on a busy machine within the time that a picture takes. */
const LATE_MS = 5_000;

/** What a page does later than a picture is taken on a quiet machine never happens. */
const stopLateTimers = (page: Page) =>
  page.addInitScript(lateMs => {
    const begin = window.setTimeout.bind(window);
    const orNever = (work: TimerHandler, ms = 0, ...args: unknown[]) =>
      ms < lateMs ? begin(work, ms, ...args) : begin(() => undefined, ms);
    window.setTimeout = orNever as typeof window.setTimeout;
  }, LATE_MS);
