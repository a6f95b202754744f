import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { startPages, type Pages } from '../e2e/startPages';
import { allPictures } from './allPictures';
import { launchBrowser, type Theme } from './browser';
import { compare, toWebp } from './compare';
import { shoot, type Shot } from './shoot';

jest.setTimeout(120_000);

const baseline = path.resolve(__dirname, '../../pictures');
const found = path.resolve(__dirname, '../../../.fleetstage/pictures');
for (const folder of [baseline, found]) mkdirSync(folder, { recursive: true });
const isUpdate = process.env.UPDATE_PICTURES === '1';
const THEMES: readonly Theme[] = ['light', 'dark'];
/** Share of pixels that may differ: another build of the browser draws edges of letters a little otherwise. */
const TOLERANCE = 0.01;

interface Studio {
  readonly browser: Browser;
  readonly pages: Pages;
}

let studio: Promise<Studio> | undefined;

/** Started by whichever test comes first: those that run side by side do not wait for `beforeAll`. */
function openStudio(): Promise<Studio> {
  studio ??= Promise.all([launchBrowser(), startPages()]).then(([browser, pages]) => ({ browser, pages }));
  return studio;
}

afterAll(async () => {
  const opened = await studio;
  await Promise.all([opened?.browser.close(), opened?.pages.stop()]);
});

const fileName = (name: string, theme: Theme) => `${name}.${theme}.webp`;

/** What is wrong with a picture, in words; it and its difference are kept for whoever has to judge. */
async function judge(name: string, { theme, png, errors, violations, isTooWide }: Shot): Promise<object> {
  const file = fileName(name, theme);
  const faults = { theme, errors, violations, isTooWide };
  const expected = path.join(baseline, file);
  if (isUpdate) {
    writeFileSync(expected, await toWebp(png));
    return { ...faults, differs: 'no' };
  }
  if (!existsSync(expected)) return { ...faults, differs: `there is no test/pictures/${file}` };
  const { share, words, picture } = await compare(readFileSync(expected), png);
  if (share <= TOLERANCE) return { ...faults, differs: 'no' };
  writeFileSync(path.join(found, file), await toWebp(png));
  writeFileSync(path.join(found, `${name}.${theme}.diff.webp`), picture);
  return { ...faults, differs: words };
}

// Two at a time: a page that loads leaves half of a machine of two cores to others.
it.concurrent.each(allPictures.map(picture => [picture.name, picture] as const))(
  '%s looks as it was judged to look in light and dark, is accessible and has no fault in the console',
  async (name, picture) => {
    const { browser, pages } = await openStudio();
    const shots = await shoot(browser, picture, { themes: THEMES, url: pages.url });
    expect(await Promise.all(shots.map(shot => judge(name, shot)))).toEqual(
      THEMES.map(theme => ({ theme, errors: [], violations: [], isTooWide: false, differs: 'no' })),
    );
  },
);

it('keeps no picture of a page that is gone', () => {
  const expected = allPictures.flatMap(({ name }) => THEMES.map(theme => fileName(name, theme)));
  expect(readdirSync(baseline).filter(file => !expected.includes(file))).toEqual([]);
});
