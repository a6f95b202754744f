import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../pictures/browser';
import { startDemo, type Demo } from './startDemo';

export interface SharedDemo {
  readonly demo: Demo;
  readonly browser: Browser;
}

/** One demo and one browser for all stories of a file; what it returns may be called in a story. */
export function sharedDemo(prepare: (demo: Demo) => Promise<void> = async () => undefined): () => SharedDemo {
  let folder: string;
  let shared: SharedDemo | undefined;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-e2e-'));
    const [demo, browser] = await Promise.all([startDemo({ dataDir: folder }), launchBrowser()]);
    shared = { demo, browser };
    await prepare(demo);
  }, 200_000);

  afterAll(async () => {
    await shared?.browser.close();
    await shared?.demo.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }, 60_000);

  return () => {
    if (shared === undefined) throw new Error('The demo has not started.');
    return shared;
  };
}
