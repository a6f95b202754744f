import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
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
/** Our content, and what lies above the page. */
const SCOPES = ['main', '[data-ready]', '[role="dialog"]', '[role="presentation"]'];
/** Given to the page as text: it is no module for Node. */
const program = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds serious or critical in our content; the portal's own frame is its own matter. By `rules` alone where they are named. */
export async function checkAxe(page: Page, rules?: readonly string[]): Promise<readonly AxeFinding[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(program);
  const runOnly: axe.RunOnly = rules
    ? { type: 'rule', values: [...rules] }
    : { type: 'tag', values: [...TAGS] };
  const violations = await page.evaluate(
    async ([scopes, only]) => {
      const include = scopes.filter(scope => document.querySelector(scope) !== null).map(scope => [scope]);
      const { axe: tool } = window as unknown as { axe: typeof axe };
      return (
        await tool.run(include.length > 0 ? { include } : document, {
          runOnly: only,
          resultTypes: ['violations'],
        })
      ).violations;
    },
    [SCOPES, runOnly] as const,
  );
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
