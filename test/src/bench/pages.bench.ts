/**
 * What the pages ask for and how soon they change: the answers of REST as the pages ask for them, the time from a click on a tab to
 * the page that is whole, and how far things move after the first paint, on `npm start` with the sample fleet and with 1,000
 * members, 50 placements, 20 finished runs and a sequence of versions (`fillFleet`). Floor: an answer of the same server, authenticated alike,
 * that reads nothing of the fleet; a change to a page that has been shown before. A budget that is missed is marked, and fails it.
 *
 *   npm run bench -- pages [--members 6,1000] [--rounds 40] [--versions] [--json]
 *
 * With `--versions` the answers of sequences of versions alone.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { startDemo, type Demo } from '../e2e/startDemo';
import { signIn } from '../e2e/theBrowser';
import { launchBrowser } from '../pictures/browser';
import { askAll, pathsOf, versionPathsOf, type AnswerFigure } from './pages/askAll';
import { fillFleet, fillVersionsAlone, SAMPLE } from './pages/fillFleet';
import { alignColumns } from './mainJobReport';
import { watchShifts } from './pages/watchShifts';

const { values: flags } = parseArgs({
  options: {
    members: { type: 'string', default: '6,1000' },
    rounds: { type: 'string', default: '40' },
    versions: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

/** p95 of an answer on the sample fleet and on a large one; a change of tab; shifts as Chromium counts them. */
const BUDGETS = { smallMs: 200, largeMs: 500, tabMs: 400, shift: 0.02 } as const;
const SMALL = 50;
const TABS = [
  'Approvals',
  'Placements',
  'Update runs',
  'Strategies',
  'Versions',
  'Clusters',
  'Overview',
] as const;
const START_MS = 600_000;
const FILL_MS = 1_800_000;

interface TabFigure {
  readonly tab: string;
  /** Click → the page is whole; the median of the visits. */
  readonly tabMs: number;
  readonly shift: number;
}

interface FleetFigures {
  readonly members: number;
  readonly budgetMs: number;
  readonly answers: readonly AnswerFigure[];
  readonly tabs: readonly TabFigure[];
}

const fill = flags.versions ? fillVersionsAlone : fillFleet;

async function measureFleet(browser: Browser, members: number): Promise<FleetFigures> {
  const demo = await startDemo({ args: ['--members', String(members)], timeoutMs: START_MS });
  try {
    const isSmall = members <= SMALL;
    const subjects = isSmall ? SAMPLE : await fill(demo.kubeconfigPath, FILL_MS);
    const paths = flags.versions ? ['/overview', ...versionPathsOf(subjects)] : pathsOf(subjects);
    const answers = await askAll(demo.api, paths, Number(flags.rounds));
    return {
      members,
      budgetMs: isSmall ? BUDGETS.smallMs : BUDGETS.largeMs,
      answers,
      tabs: flags.versions ? [] : await measureTabs(browser, demo),
    };
  } finally {
    await demo.stop();
  }
}

/** Each tab three times, by its link, as a person goes through them. */
async function measureTabs(browser: Browser, demo: Demo): Promise<TabFigure[]> {
  const { page, context } = await signIn(browser, demo, 'guest');
  try {
    await page.locator('[data-ready="true"] h1').first().waitFor();
    await page.evaluate(watchShifts);
    const visits = new Map<string, number[]>();
    const shifts = new Map<string, number>();
    for (let round = 0; round < 3; round++) {
      for (const tab of TABS) {
        const { tabMs, shift } = await visit(page, tab);
        visits.set(tab, [...(visits.get(tab) ?? []), tabMs]);
        shifts.set(tab, Math.max(shifts.get(tab) ?? 0, shift));
      }
    }
    return TABS.map(tab => ({ tab, tabMs: middle(visits.get(tab) ?? []), shift: shifts.get(tab) ?? 0 }));
  } finally {
    await context.close();
  }
}

const middle = (values: readonly number[]) =>
  Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN);

/** Measured in the page: the click, the frame that shows the page whole, and what moved within the second after it. */
async function visit(page: Page, tab: string): Promise<{ tabMs: number; shift: number }> {
  const link = await page.getByRole('tab', { name: tab }).first().elementHandle();
  if (!link) throw new Error(`there is no tab "${tab}"`);
  return page.evaluate(async element => window.fleetstageShifts.visit(element as HTMLElement), link);
}

function report(fleets: readonly FleetFigures[]): boolean {
  const missed: string[] = [];
  const mark = (isMissed: boolean, what: string) => {
    if (isMissed) missed.push(what);
    return isMissed ? 'MISSED' : '';
  };
  for (const { members, budgetMs, answers, tabs } of fleets) {
    const rows = answers.map(({ path, p50Ms, p95Ms, ratio, bytes }) => [
      path,
      `${p50Ms} ms`,
      `${p95Ms} ms`,
      `× ${ratio}`,
      `${Math.round(bytes / 1024)} KiB`,
      mark(p95Ms > budgetMs, `${members} members: ${path}`),
    ]);
    const tabRows = tabs.map(({ tab, tabMs, shift }) => [
      tab,
      `${tabMs} ms`,
      shift.toFixed(4),
      mark(tabMs > BUDGETS.tabMs || shift > BUDGETS.shift, `${members} members: tab ${tab}`),
    ]);
    const lines = [
      `${members} members; load ${loadavg()[0].toFixed(1)}; p95 ≤ ${budgetMs} ms`,
      ...alignColumns([['answer', 'p50', 'p95', 'floor', 'size', ''], ...rows]),
      '',
      `tab ≤ ${BUDGETS.tabMs} ms, layout shift ≤ ${BUDGETS.shift}`,
      ...alignColumns([['tab', 'whole', 'shift', ''], ...tabRows]),
      '',
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  }
  for (const one of missed) process.stdout.write(`missed: ${one}\n`);
  return missed.length === 0;
}

async function main(): Promise<void> {
  const browser = await launchBrowser();
  const fleets: FleetFigures[] = [];
  try {
    for (const members of flags.members.split(',')) fleets.push(await measureFleet(browser, Number(members)));
  } finally {
    await browser.close();
  }
  if (flags.json) process.stdout.write(`${JSON.stringify({ benchmark: 'pages', fleets })}\n`);
  else if (!report(fleets)) process.exitCode = 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
