import type { ConsoleMessage, Page } from 'playwright-core';
import { checkAxe, type AxeFinding } from './axe';
import { HEIGHT, WIDTH, type Theme } from './browser';
import type { FixtureSignals, Picture } from './fixtures';
import { MAX_SHIFT, MAX_TOTAL, readLayoutShift } from './layoutShift';
import type { Tab } from './tabs';

export interface ShootOptions {
  /** Both, where none is named. */
  readonly themes?: readonly Theme[];
  /** Where the app is served. */
  readonly url: string;
  /** Whether it looks as expected; if not, it is taken again for a while: on a busy machine a page settles late. */
  looksRight?(theme: Theme, png: Buffer): Promise<boolean>;
}

export interface Shot {
  readonly theme: Theme;
  readonly png: Buffer;
  readonly looksRight: boolean;
  /** What the browser's console said: errors of the page, not of the network. */
  readonly errors: readonly string[];
  /** What axe found, serious or worse. */
  readonly violations: readonly string[];
  /** The page scrolls sideways. */
  readonly isTooWide: boolean;
  /** What moved after the first paint, where it is more than a good page moves. */
  readonly moved: readonly string[];
  /** Sum of the shifts since the first paint; measured in the first theme. */
  readonly shift?: number;
}

/** Warnings of React about parts that are not ours. */
const KNOWN = [/findDOMNode is deprecated/, /defaultProps will be removed/];

/** Opens the page on its fixtures, at a fixed time, and takes its picture, whole, in each of the themes. */
export async function shoot(
  { page, fixtures }: Tab,
  picture: Picture,
  { themes = ['light', 'dark'], url, looksRight = async () => true }: ShootOptions,
): Promise<readonly Shot[]> {
  const { width = WIDTH, height = HEIGHT } = picture;
  const { errors, stop } = watchErrors(page);
  try {
    const load = () => loadStill({ page, fixtures }, picture, { url, theme: themes[0], errors });
    const shots: Shot[] = [];
    for (const theme of themes) {
      await page.setViewportSize({ width, height });
      // The portal mounts its pages anew in the other theme, so what was opened by hand is opened again.
      await page.emulateMedia({ colorScheme: theme });
      // The other theme mounts the page anew without a first paint: what its skeletons move is none of the page's.
      const first = shots.length === 0 ? await load() : undefined;
      if (!first) await untilThemed(page, picture, { theme, errors });
      await picture.before?.(page);
      if (!picture.keepsPointer) await page.mouse.move(0, 0);
      shots.push({
        theme,
        ...(await takeSettled(page, picture, png => looksRight(theme, png))),
        errors: errors.splice(0),
        moved: first?.moved ?? [],
        shift: first?.total,
        // Contrast is the one finding that depends on the theme.
        violations: (await checkAxe(page, shots.length > 0 ? ['color-contrast'] : undefined)).map(toWords),
        isTooWide: await page.evaluate(
          () => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1,
        ),
      });
    }
    return shots;
  } finally {
    stop();
  }
}

/** Loads of a page that moves in each of them. */
const MAX_LOADS = 3;

/**
 * Loads the page, and once more where it moved: on a busy machine parts that belong to one frame are drawn in several. What moves
 * in each load is the page's.
 */
async function loadStill(
  { page, fixtures }: Tab,
  picture: Picture,
  { url, theme, errors }: { readonly url: string; readonly theme: Theme; readonly errors: string[] },
): Promise<Moved> {
  for (let loads = 1; ; loads += 1) {
    const signals = fixtures.play(picture, { isLate: true });
    await page.goto(url + picture.path);
    await untilThemed(page, picture, { theme, errors });
    const found = await movedSoFar(page, signals);
    if (found.moved.length === 0 || loads === MAX_LOADS) return found;
    process.stderr.write(`pictures: ${picture.name} moved in load ${loads}: ${found.moved.join('; ')}\n`);
  }
}

async function untilThemed(
  page: Page,
  picture: Picture,
  { theme, errors }: { readonly theme: Theme; readonly errors: readonly string[] },
): Promise<void> {
  await page.waitForSelector(`[data-theme-mode="${theme}"]`, { timeout: 20_000 });
  await untilShown(page, picture, errors);
}

interface Moved {
  readonly total: number;
  readonly moved: readonly string[];
}

/** Before anybody acts on the page: what an act moves is meant to move. */
async function movedSoFar(page: Page, fixtures: FixtureSignals): Promise<Moved> {
  do await untilStill(page);
  while (fixtures.pending() > 0);
  const { total, score, moved } = await readLayoutShift(page);
  const isStill = score <= MAX_SHIFT && total <= MAX_TOTAL;
  const words = `${total.toFixed(3)}, of it ${score.toFixed(3)} once ready: ${moved.join('; ')}`;
  return { total, moved: isStill ? [] : [words] };
}

const SETTLE_MS = 15_000;
const AGAIN_MS = 500;

async function takeSettled(
  page: Page,
  { keepsHeight, height }: Picture,
  looksRight: (png: Buffer) => Promise<boolean>,
): Promise<Pick<Shot, 'png' | 'looksRight'>> {
  const deadline = Date.now() + SETTLE_MS;
  for (;;) {
    if (!keepsHeight) await fitHeight(page, height);
    const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    const isRight = await looksRight(png);
    if (isRight || Date.now() > deadline) return { png, looksRight: isRight };
    await page.waitForTimeout(AGAIN_MS);
  }
}

/** The window becomes as high as the page, so that side bar and drawers reach down; of a long list it shows the beginning. */
const MAX_HEIGHT = 2_400;

async function fitHeight(page: Page, given = HEIGHT): Promise<void> {
  const { width, height } = await page.evaluate(() => ({
    width: window.innerWidth,
    height: document.documentElement.scrollHeight,
  }));
  if (height <= given) return;
  await page.setViewportSize({ width, height: Math.min(height, MAX_HEIGHT) });
  await untilStill(page);
}

/** Rows that came into view are drawn some frames later: waits until none has come for ten frames. */
const untilStill = (page: Page) =>
  page.evaluate(async () => {
    const count = () => document.querySelectorAll('*').length;
    for (let still = 0, last = count(), frame = 0; still < 10 && frame < 200; frame++) {
      await new Promise(done => requestAnimationFrame(done));
      still = count() === last ? still + 1 : 0;
      last = count();
    }
  });

const toWords = ({ rule, help, elements, detail }: AxeFinding) =>
  `${rule}: ${help} (${elements.join('; ')}) ${detail}`;

function watchErrors(page: Page): { readonly errors: string[]; stop(): void } {
  const errors: string[] = [];
  const onError = (error: Error) => errors.push(String(error));
  const onConsole = (message: ConsoleMessage) => {
    const text = message.text();
    const isOurs = !text.startsWith('Failed to load resource') && !KNOWN.some(known => known.test(text));
    if (message.type() === 'error' && isOurs) errors.push(text);
  };
  page.on('pageerror', onError);
  page.on('console', onConsole);
  return {
    errors,
    stop() {
      page.off('pageerror', onError);
      page.off('console', onConsole);
    },
  };
}

async function untilShown(page: Page, { name, waitFor }: Picture, errors: readonly string[]): Promise<void> {
  try {
    await page.waitForSelector(waitFor ?? '[data-ready="true"]', { timeout: 20_000 });
    await page.evaluate(() => document.fonts.ready);
  } catch (error) {
    const text = await page.locator('body').innerText();
    throw new Error(`${name}: ${String(error)}\nThe page shows: ${text}\n${errors.join('\n')}`);
  }
}
