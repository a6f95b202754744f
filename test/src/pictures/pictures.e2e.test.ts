import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { startPages, type Pages } from '../e2e/startPages';
import { allPictures } from './allPictures';
import { launchBrowser, type Theme } from './browser';
import { compare, toWebp } from './compare';
import { shoot, type Shot } from './shoot';
import { Tabs } from './tabs';

jest.setTimeout(120_000);

const baseline = path.resolve(__dirname, '../../pictures');
const found = path.resolve(__dirname, '../../../.fleetstage/pictures');
for (const folder of [baseline, found]) mkdirSync(folder, { recursive: true });
const isUpdate = process.env.UPDATE_PICTURES === '1';
const THEMES: readonly Theme[] = ['light', 'dark'];
/** One of how many, where somebody has asked for a sample; all are taken anew. */
const sampleOf = (variable: string) => (isUpdate ? 1 : Number(process.env[variable] ?? 1));
/** What is compared at all. */
const SAMPLE = sampleOf('PICTURES_SAMPLE');
/** What of that is compared in the dark theme, too. */
const DARK_SAMPLE = sampleOf('PICTURES_DARK_SAMPLE');
/** What is compared of {@link ALIKE}. */
const ALIKE_SAMPLE = sampleOf('PICTURES_ALIKE_SAMPLE');
/** States that shared components draw alike on every page, and pages in a narrow window. */
const ALIKE =
  /-(loading|forbidden|not-installed|(hub-)?(unreachable|lost)|missing(-annotation)?|gone|empty|no-match|partial|narrow|mobile|compact)$/;
/** Pixels of a picture that may differ, with every build of the browser: a button, a chip, a line of text has hundreds. */
const TOLERANCE_PX = 40;
/** Pictures in a row without a difference. */
const AT_REST = 3;
/** Names that build. */
const takenWith = path.join(baseline, 'taken-with.txt');

interface Studio {
  readonly browser: Browser;
  readonly pages: Pages;
  readonly tabs: Tabs;
}

let studio: Promise<Studio> | undefined;

/** Started by whichever test comes first: those that run side by side do not wait for `beforeAll`. */
function openStudio(): Promise<Studio> {
  studio ??= Promise.all([launchBrowser(), startPages()]).then(([browser, pages]) => {
    const build = `Chromium ${browser.version()}\n`;
    if (isUpdate) writeFileSync(takenWith, build);
    const expected = existsSync(takenWith) ? readFileSync(takenWith, 'utf8') : '';
    if (build !== expected) {
      process.stderr.write(
        `pictures: taken with ${expected.trim()}, compared with ${build.trim()}: where many differ, take them anew.\n`,
      );
    }
    return { browser, pages, tabs: new Tabs(browser, pages.url) };
  });
  return studio;
}

const shifts = new Map<string, number>();

afterAll(async () => {
  const worst = [...shifts].sort(([, a], [, b]) => b - a);
  // What moves while a page loads, the worst first: for whoever makes the limit smaller.
  const lines = worst.map(([name, shift]) => `${shift.toFixed(4)} ${name}\n`);
  writeFileSync(path.join(found, 'shifts.txt'), lines.join(''));
  const opened = await studio;
  await Promise.all([opened?.browser.close(), opened?.pages.stop()]);
});

const fileName = (name: string, theme: Theme) => `${name}.${theme}.webp`;

async function isAlike(file: string, png: Buffer): Promise<boolean> {
  const expected = path.join(baseline, file);
  if (!existsSync(expected)) return false;
  const { count } = await compare(readFileSync(expected), png);
  return count <= TOLERANCE_PX;
}

/** Whether a page has settled: a picture of what still moves would be another one next time. */
function watchRest(): (theme: Theme, png: Buffer) => Promise<boolean> {
  const last = new Map<Theme, { readonly png: Buffer; readonly alike: number }>();
  return async (theme, png) => {
    const before = last.get(theme);
    const alike = before?.png.equals(png) ? before.alike + 1 : 1;
    last.set(theme, { png, alike });
    return alike >= AT_REST;
  };
}

/** What is wrong with a picture, in words; it and its difference are kept for whoever has to judge. */
async function judge(
  name: string,
  { theme, png, looksRight, errors, violations, isTooWide, moved }: Shot,
): Promise<object> {
  const file = fileName(name, theme);
  const faults = { theme, errors, violations, isTooWide, moved };
  const expected = path.join(baseline, file);
  if (isUpdate) {
    writeFileSync(expected, await toWebp(png));
    return { ...faults, differs: looksRight ? 'no' : 'it never comes to rest' };
  }
  if (looksRight) return { ...faults, differs: 'no' };
  writeFileSync(path.join(found, file), await toWebp(png));
  if (!existsSync(expected)) return { ...faults, differs: `there is no test/pictures/${file}` };
  const { words, draw } = await compare(readFileSync(expected), png);
  writeFileSync(path.join(found, `${name}.${theme}.diff.webp`), await draw());
  return { ...faults, differs: words };
}

/** The same ones whatever is added to the list or taken away. */
const isInSample = (name: string, of: number) =>
  createHash('sha256').update(name).digest().readUInt32BE() % of === 0;

// Two at a time: a page that loads leaves half of a machine of two cores to others.
it.concurrent.each(
  allPictures
    .filter(({ name }) => isInSample(name, ALIKE.test(name) ? ALIKE_SAMPLE : SAMPLE))
    .map(picture => {
      const themes = isInSample(`${picture.name} in dark`, DARK_SAMPLE) ? THEMES : THEMES.slice(0, 1);
      return [picture.name, themes.join(' and '), { picture, themes }] as const;
    }),
)(
  '%s looks as it was judged to look in %s, is accessible and has no fault in the console',
  async (name, _, { picture, themes }) => {
    const { tabs } = await openStudio();
    const shots = await tabs.use((tab, url) =>
      shoot(tab, picture, {
        themes,
        url,
        looksRight: isUpdate ? watchRest() : (theme, png) => isAlike(fileName(name, theme), png),
      }),
    );
    shifts.set(name, shots[0].shift ?? 0);
    expect(await Promise.all(shots.map(shot => judge(name, shot)))).toEqual(
      themes.map(theme => ({
        theme,
        errors: [],
        violations: [],
        isTooWide: false,
        moved: [],
        differs: 'no',
      })),
    );
  },
);

it('keeps no picture of a page that is gone', () => {
  const expected = allPictures.flatMap(({ name }) => THEMES.map(theme => fileName(name, theme)));
  const others = readdirSync(baseline).filter(file => !expected.includes(file));
  expect(others).toEqual([path.basename(takenWith)]);
});
