/**
 * `npm run bench -- pipeline`: the run page with 1,000 clusters in 5 stages, in Chromium, on answers that are there at once: from the
 * data to the first paint, nodes in the document, frames while scrolling, and from a signal to the change on screen.
 * Floor: the same browser showing a page with the same data as plain text.
 */
import type { Browser, Page } from 'playwright-core';
import { startPages } from '../e2e/startPages';
import { launchBrowser, openContext } from '../pictures/browser';
import { bigRun, runApi, type Run } from '../pictures/data/run';
import { serveFixtures, type FixtureRequest } from '../pictures/fixtures';

const ROUNDS = 5;
const BUDGETS = { paintMs: 1_000, nodes: 3_000, frameMs: 32, changeMs: 1_000 } as const;

interface Sample {
  readonly paintMs: number;
  readonly floorMs: number;
  readonly nodes: number;
  readonly frameMs: number;
  readonly changeMs: number;
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** The first cluster that is not started becomes updated; what the page counts changes with it. */
function oneMore(run: Run): Run {
  const pipeline = structuredClone(run.pipeline);
  const stage = pipeline.find(({ clusters }) => clusters.some(({ state }) => state === 'notStarted'));
  const cluster = stage?.clusters.find(({ state }) => state === 'notStarted');
  if (!stage || !cluster) throw new Error('every cluster has started');
  cluster.state = 'updated';
  stage.counts = { ...stage.counts, updated: (stage.counts.updated ?? 0) + 1 };
  return { ...run, pipeline, counts: { ...run.counts, updated: (run.counts.updated ?? 0) + 1 } };
}

async function measure(browser: Browser, url: string): Promise<Sample> {
  const context = await openContext(browser, { theme: 'light' });
  try {
    const page = await context.newPage();
    let run = bigRun();
    let answeredAt = 0;
    const api = (request: FixtureRequest) => {
      if (request.path === `/runs/_/${run.name}`) answeredAt ||= Date.now();
      return runApi(run)(request);
    };
    const signals = await serveFixtures(page, { api });
    await page.goto(`${url}/fleetstage/runs/_/${run.name}`);
    await page.waitForSelector('[data-ready="true"]');
    const paintMs = (await paintedAt(page)) - answeredAt;
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
    const frameMs = await scrollFrames(page);
    run = oneMore(run);
    const shown = `${run.counts.updated} of ${run.total.toLocaleString('en-GB')}`;
    const sentAt = Date.now();
    signals.send({ hub: 'hub', subjects: [{ kind: 'run', name: run.name }] });
    await page.getByText(shown).first().waitFor({ timeout: 10_000 });
    const changeMs = Date.now() - sentAt;
    return { paintMs, floorMs: await plainPaint(page, run), nodes, frameMs, changeMs };
  } finally {
    await context.close();
  }
}

/** When the frame after the next one begins, the first is on the screen. */
const paintedAt = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>(resolve => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(Date.now())));
      }),
  );

/** p95 of the time between frames while the page is scrolled to its end and back. */
const scrollFrames = (page: Page) =>
  page.evaluate(async () => {
    const scroller = [...document.querySelectorAll('*')].find(
      element =>
        element.scrollHeight > element.clientHeight + 100 &&
        getComputedStyle(element).overflowY !== 'visible',
    );
    const target = scroller ?? document.scrollingElement;
    if (!target) throw new Error('nothing scrolls');
    const times: number[] = [];
    for (let frame = 0; frame < 120; frame++) {
      const at = await new Promise<number>(resolve => {
        requestAnimationFrame(resolve);
      });
      times.push(at);
      target.scrollTop = Math.abs(Math.sin(frame / 20)) * (target.scrollHeight - target.clientHeight);
    }
    const gaps = times.slice(1).map((at, index) => at - times[index]);
    return gaps.sort((a, b) => a - b)[Math.floor(gaps.length * 0.95)];
  });

/** The floor: the data as text, parsed and laid out by the same browser. */
const plainPaint = (page: Page, run: Run) =>
  page.evaluate(async text => {
    const startedAt = Date.now();
    const data: unknown = JSON.parse(text);
    const element = document.createElement('pre');
    element.textContent = JSON.stringify(data, null, 1);
    document.body.replaceChildren(element);
    await new Promise(resolve => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
    return Date.now() - startedAt;
  }, JSON.stringify(run));

async function main(): Promise<void> {
  const [pages, browser] = await Promise.all([startPages(), launchBrowser()]);
  const samples: Sample[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) samples.push(await measure(browser, pages.url));
  } finally {
    await Promise.all([browser.close(), pages.stop()]);
  }
  report(samples);
}

function report(samples: readonly Sample[]): void {
  const of = (key: keyof Sample) => median(samples.map(sample => sample[key]));
  const result = {
    benchmark: 'pipeline',
    clusters: 1_000,
    stages: 5,
    rounds: samples.length,
    paintMs: of('paintMs'),
    floorMs: of('floorMs'),
    ratio: Number((of('paintMs') / Math.max(1, of('floorMs'))).toFixed(2)),
    nodes: of('nodes'),
    frameMs: Number(of('frameMs').toFixed(1)),
    changeMs: of('changeMs'),
  };
  if (process.argv.includes('--json')) {
    process.stdout.write(`${JSON.stringify(result)}\n`);
    return;
  }
  const line = (what: string, value: string, budget: string) =>
    `${what.padEnd(34)}${value.padStart(10)}  ${budget}\n`;
  process.stdout.write(
    [
      `The run page, 1,000 clusters in 5 stages, median of ${result.rounds}\n`,
      line('data there → painted', `${result.paintMs} ms`, `≤ ${BUDGETS.paintMs} ms`),
      line('  the same data as plain text', `${result.floorMs} ms`, `ratio ${result.ratio}`),
      line('nodes in the document', String(result.nodes), `< ${BUDGETS.nodes}`),
      line('p95 frame while scrolling', `${result.frameMs} ms`, `< ${BUDGETS.frameMs} ms`),
      line('signal → change on screen', `${result.changeMs} ms`, `≤ ${BUDGETS.changeMs} ms`),
    ].join(''),
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
