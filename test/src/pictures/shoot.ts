import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser, openContext, type Theme } from './browser';
import { NOW, serveFixtures, type Picture } from './fixtures';

export interface ShootOptions {
  /** Where the app is served. */
  readonly url: string;
  readonly themes?: readonly Theme[];
}

export interface Shot {
  readonly name: string;
  readonly theme: Theme;
  readonly png: Buffer;
  /** What the browser's console said: errors only. */
  readonly errors: readonly string[];
}

/** Opens the page on its fixtures, at a fixed time, and takes its picture, whole. */
export async function shoot(browser: Browser, picture: Picture, theme: Theme, url: string): Promise<Shot> {
  const { width, height } = picture;
  const context = await openContext(browser, { theme, width, height });
  try {
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', error => errors.push(String(error)));
    page.on('console', message => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) errors.push(message.text());
    });
    await page.clock.setFixedTime(new Date(NOW));
    await serveFixtures(page, picture);
    await page.goto(url + picture.path);
    await page.waitForSelector(picture.waitFor ?? '[data-ready="true"]', { timeout: 20_000 }).catch(async error => {
      const text = await page.locator('body').innerText();
      throw new Error(`${picture.name}: ${String(error)}\nThe page shows: ${text}\n${errors.join('\n')}`);
    });
    await picture.before?.(page);
    const png = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' });
    return { name: picture.name, theme, png, errors };
  } finally {
    await context.close();
  }
}

/** Takes pictures into a folder; for people at work on a page. */
export async function shootAll(pictures: readonly Picture[], folder: string, options: ShootOptions): Promise<void> {
  await mkdir(folder, { recursive: true });
  const browser = await launchBrowser();
  try {
    for (const picture of pictures) {
      for (const theme of options.themes ?? ['light', 'dark']) {
        const shot = await shoot(browser, picture, theme, options.url);
        const file = join(folder, `${shot.name}.${theme}.png`);
        await writeFile(file, shot.png);
        process.stdout.write(`${file}${shot.errors.length > 0 ? `\n  ${shot.errors.join('\n  ')}` : ''}\n`);
      }
    }
  } finally {
    await browser.close();
  }
}
