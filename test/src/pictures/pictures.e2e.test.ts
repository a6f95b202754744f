import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { startPages, type Pages } from '../e2e/startPages';
import { launchBrowser, type Theme } from './browser';
import { compare } from './compare';
import { allPictures } from './allPictures';
import { shoot } from './shoot';

jest.setTimeout(60_000);

const baseline = path.resolve(__dirname, '../../pictures');
const found = path.resolve(__dirname, '../../../.fleetstage/pictures');
const isUpdate = process.env.UPDATE_PICTURES === '1';
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

describe.each<Theme>(['light', 'dark'])('pictures in %s', theme => {
  it.each(allPictures.map(picture => [picture.name, picture] as const))(
    '%s looks as it was judged to look, is accessible and has no fault in the console',
    async (name, picture) => {
      const shot = await shoot(browser, picture, { theme, url: pages.url });
      expect(shot.errors).toEqual([]);
      expect(shot.violations).toEqual([]);
      expect({ overflows: shot.isTooWide }).toEqual({ overflows: false });
      const file = path.join(baseline, `${name}.${theme}.png`);
      if (isUpdate) {
        writeFileSync(file, shot.png);
        return;
      }
      expect(`${file}: ${existsSync(file)}`).toBe(`${file}: true`);
      const difference = compare(readFileSync(file), shot.png);
      if (difference.share > TOLERANCE) {
        writeFileSync(path.join(found, `${name}.${theme}.png`), shot.png);
        writeFileSync(path.join(found, `${name}.${theme}.diff.png`), difference.png);
      }
      expect({ name, differs: difference.share > TOLERANCE ? difference.words : 'no' }).toEqual({
        name,
        differs: 'no',
      });
    },
  );
});
