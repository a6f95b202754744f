import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

export interface AxeFinding {
  readonly rule: string;
  readonly impact: string;
  readonly help: string;
  /** Selectors of the elements, at most five. */
  readonly elements: readonly string[];
  /** What axe measured, e.g. the contrast, for the first element. */
  readonly detail: string;
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const SERIOUS = new Set(['serious', 'critical']);

/** What axe finds serious or critical in our content; the portal's own frame is its own matter. By `rules` alone where they are named. */
export async function checkAxe(page: Page, rules?: readonly string[]): Promise<readonly AxeFinding[]> {
  const builder = rules
    ? new AxeBuilder({ page }).withRules([...rules])
    : new AxeBuilder({ page }).withTags(TAGS);
  for (const scope of ['[data-ready]', '[role="dialog"]', '[role="presentation"]']) {
    if ((await page.locator(scope).count()) > 0) builder.include(scope);
  }
  const { violations } = await builder.analyze();
  return violations
    .filter(({ impact }) => SERIOUS.has(impact ?? ''))
    .map(({ id, impact, help, nodes }) => ({
      rule: id,
      impact: impact ?? '',
      help,
      elements: nodes.slice(0, 5).map(node => node.target.join(' ')),
      detail: nodes[0]?.failureSummary ?? '',
    }));
}
