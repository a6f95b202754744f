import type { Locator, Page } from 'playwright-core';
import type { Rest } from './restOf';

/** Numbers of one part of a page: what it has to say by the answers of REST. */
export interface NumbersAt {
  readonly what: string;
  readonly at: (page: Page) => Locator;
  readonly says: (rest: Rest) => Promise<readonly string[]>;
}

/** A page or a dialog, and the numbers on it. A new number is a row here. */
export interface NumbersOnPage {
  /** Behind `/fleetstage`. */
  readonly path: string;
  /** Of the page; a dialog hides it, so there is none where the path opens one. */
  readonly title?: string;
  readonly parts: readonly NumbersAt[];
}

/** `count(2, 'cluster')`: 2 clusters. */
export const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

export interface Counted {
  readonly tally: { readonly done: number };
  readonly total: number;
}

export const doneOf = ({ tally, total }: Counted) => `${tally.done} of ${total}`;
export const regionOf = (name: string | RegExp) => (page: Page) => page.getByRole('region', { name });
export const whole = (page: Page) => page.locator('body');
export const tabs = (page: Page) => page.getByRole('tablist').last();
export const dialog = (page: Page) => page.getByRole('dialog');
export const rowOf = (name: string) => (page: Page) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
