import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { startPages, type Pages } from '../e2e/startPages';
import { allPictures } from './allPictures';
import { launchBrowser, type Theme } from './browser';
import { compare, toWebp } from './compare';
import { shoot, type Shot } from './shoot';

jest.setTimeout(60_000);

const baseline = path.resolve(__dirname, '../../pictures');
const found = path.resolve(__dirname, '../../../.fleetstage/pictures');
const isUpdate = process.env.UPDATE_PICTURES === '1';
const THEMES: readonly Theme[] = ['light', 'dark'];
/** Share of pixels that may differ: another build of the browser draws edges of letters a little otherwise. */
const TOLERANCE = 0.01;

let browser: Browser;
let pages: Pages;

beforeAll(async () => {
  [browser, pages] = await Promise.all([launchBrowser(), startPages()]);
  for (const folder of [baseline, found]) mkdirSync(folder, { recursive: true });
}, 90_000);

afterAll(async () => {
  await Promise.all([browser?.close(), pages?.stop()]);
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

it.each(allPictures.map(picture => [picture.name, picture] as const))(
  '%s looks as it was judged to look in light and dark, is accessible and has no fault in the console',
  async (name, picture) => {
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
