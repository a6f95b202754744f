/**
 * `npm run bench -- pipeline`: the run page with 1,000 clusters in 5 stages, in Chromium, on answers that are there at once: from the
 * data to the first paint, nodes in the document, frames while scrolling, and from a signal to the change on screen.
 * Floor: the same browser showing a page with the same data as plain text.
 */
import { loadavg } from 'node:os';
import { tallyOf } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Browser, Page } from 'playwright-core';
import { startPages } from '../e2e/startPages';
import { launchBrowser, openContext } from '../pictures/browser';
import { bigRun, runApi, type Run } from '../pictures/data/run';
import { serveFixtures } from '../pictures/fixtures';

const ROUNDS = 5;
const BUDGETS = { paintMs: 1_000, nodes: 3_000, frameMs: 32, changeMs: 1_000 } as const;

interface Sample {
  readonly paintMs: number;
  readonly floorMs: number;
  readonly nodes: number;
  readonly frameMs: number;
  readonly changeMs: number;
}

/** The best of the rounds says what the page costs where others keep the machine busy; the median, what one saw. */
const best = (values: readonly number[]) => Math.min(...values);
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
  stage.tally = tallyOf(stage.counts);
  const counts = { ...run.counts, updated: (run.counts.updated ?? 0) + 1 };
  return { ...run, pipeline, counts, tally: tallyOf(counts) };
}

async function measure(browser: Browser, url: string): Promise<Sample> {
  const context = await openContext(browser, { theme: 'light' });
  try {
    const page = await context.newPage();
    let run = bigRun();
    const signals = await serveFixtures(page, { api: request => runApi(run)(request) });
    await page.addInitScript(watchPage);
    await page.goto(`${url}/fleetstage/runs/_/${run.name}`);
    const paintMs = await paintAfterData(page, `/runs/_/${run.name}`);
    const atTop = await countNodes(page);
    const { frameMs, scrolled } = await scrollFrames(page);
    if (scrolled < 200) throw new Error(`the page scrolled by ${scrolled} px only: not its scroller`);
    // What is drawn for what is in view may be more further down.
    const nodes = Math.max(atTop, await countNodes(page));
    run = oneMore(run);
    const shown = page.evaluate(
      text => window.fleetstageBench.paintOf(() => document.body.textContent?.includes(text) ?? false),
      updatedOf(run),
    );
    const sentAt = Date.now();
    signals.send({ hub: 'hub', subjects: [{ kind: 'run', name: run.name }] });
    const changeMs = (await shown) - sentAt;
    return { paintMs, floorMs: await plainPaint(page, run), nodes, frameMs, changeMs };
  } finally {
    await context.close();
  }
}

/** As the page counts: "372 of 1,000". */
const updatedOf = ({ tally, total }: Run) =>
  `${tally.done.toLocaleString('en-GB')} of ${total.toLocaleString('en-GB')}`;

interface PageBench {
  /** The time (ms since the epoch) at which the first frame for which it is so is on the screen. */
  paintOf(isSo: () => boolean): Promise<number>;
  readonly firstPaint: Promise<number>;
}

declare global {
  interface Window {
    fleetstageBench: PageBench;
  }
}

/** Runs in the page, before its own code: asked from outside, an answer would be late by the way there and back. */
function watchPage(): void {
  const nextFrame = () =>
    new Promise<void>(resolve => {
      requestAnimationFrame(() => resolve());
    });
  const paintOf = async (isSo: () => boolean) => {
    while (!isSo()) await nextFrame();
    // When the frame after the next one begins, the first is on the screen.
    await nextFrame();
    await nextFrame();
    return performance.timeOrigin + performance.now();
  };
  const isReady = () => document.querySelector('[data-ready="true"] h1') !== null;
  window.fleetstageBench = { paintOf, firstPaint: paintOf(isReady) };
}

/** From the last byte of the run's answer to the frame that shows it. */
const paintAfterData = (page: Page, path: string) =>
  page.evaluate(async of => {
    const paintedAt = await window.fleetstageBench.firstPaint;
    const [answer] = performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => new URL(entry.name).pathname.endsWith(of));
    if (!answer) throw new Error(`the page did not ask for ${of}`);
    return paintedAt - performance.timeOrigin - answer.responseEnd;
  }, path);

const countNodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

/** p95 of the time between frames while what the page is in is scrolled to its end and back. */
const scrollFrames = (page: Page) =>
  page.evaluate(async () => {
    let target = document.querySelector('[data-ready="true"]');
    const scrolls = (element: Element) =>
      element.scrollHeight > element.clientHeight + 1 &&
      /auto|scroll/.test(getComputedStyle(element).overflowY);
    while (target && !scrolls(target)) target = target.parentElement;
    target ??= document.scrollingElement;
    if (!target) throw new Error('nothing scrolls');
    const most = target.scrollHeight - target.clientHeight;
    const times: number[] = [];
    let scrolled = 0;
    for (let frame = 0; frame < 120; frame++) {
      const at = await new Promise<number>(resolve => {
        requestAnimationFrame(resolve);
      });
      times.push(at);
      target.scrollTop = Math.abs(Math.sin(frame / 20)) * most;
      scrolled = Math.max(scrolled, target.scrollTop);
    }
    target.scrollTop = most;
    await new Promise(resolve => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
    const gaps = times.slice(1).map((at, index) => at - times[index]);
    return { frameMs: gaps.sort((a, b) => a - b)[Math.floor(gaps.length * 0.95)], scrolled };
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
  const of = (key: keyof Sample, pick: typeof median) =>
    Math.round(pick(samples.map(sample => sample[key])) * 10) / 10;
  const all = (pick: typeof median) => ({
    paintMs: of('paintMs', pick),
    floorMs: of('floorMs', pick),
    nodes: of('nodes', pick),
    frameMs: of('frameMs', pick),
    changeMs: of('changeMs', pick),
  });
  const [usual, least] = [all(median), all(best)];
  const ratio = Number((usual.paintMs / Math.max(1, usual.floorMs)).toFixed(2));
  const load = Number(loadavg()[0].toFixed(1));
  if (process.argv.includes('--json')) {
    const result = { benchmark: 'pipeline', clusters: 1_000, stages: 5, rounds: samples.length, load };
    process.stdout.write(`${JSON.stringify({ ...result, ...usual, ratio, best: least })}\n`);
    return;
  }
  const line = (what: string, key: keyof Sample, unit: string, budget: string) =>
    `${what.padEnd(32)}${`${usual[key]}${unit}`.padStart(11)}${`${least[key]}${unit}`.padStart(11)}  ${budget}\n`;
  process.stdout.write(
    [
      `The run page, 1,000 clusters in 5 stages: median and best of ${samples.length}; load ${load}\n`,
      line('data there → painted', 'paintMs', ' ms', `≤ ${BUDGETS.paintMs} ms`),
      line('  the same data as plain text', 'floorMs', ' ms', `ratio ${ratio}`),
      line('nodes in the document', 'nodes', '', `< ${BUDGETS.nodes}`),
      line('p95 frame while scrolling', 'frameMs', ' ms', `< ${BUDGETS.frameMs} ms`),
      line('signal → change on screen', 'changeMs', ' ms', `≤ ${BUDGETS.changeMs} ms`),
    ].join(''),
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
