import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { existsSync } from 'node:fs';
import path from 'node:path';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  // An image is drawn with its frame, not some frames later: the line under a fault of the YAML is one.
  '--disable-checker-imaging',
];
const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** A package that brings a font of its own would change what `monospace` is, and with it most pictures. */
const FONTS = path.join(__dirname, 'fonts.conf');

/** Chromium of the machine; says how to get one where there is none. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = PLACES.find(place => place !== undefined && existsSync(place));
  if (executablePath === undefined) {
    throw new Error('Chromium was not found: install the package chromium, or set CHROMIUM to its path');
  }
  return chromium.launch({ executablePath, args: FLAGS, env: { ...process.env, FONTCONFIG_FILE: FONTS } });
}

/** Of a window that nobody sized. */
export const WIDTH = 1_440;
export const HEIGHT = 900;

export type Theme = 'light' | 'dark';

export interface View {
  readonly theme: Theme;
  readonly width?: number;
  readonly height?: number;
}

/** A fresh profile: the portal follows the theme that the system prefers. */
export function openContext(
  browser: Browser,
  { theme, width = WIDTH, height = HEIGHT }: View,
): Promise<BrowserContext> {
  return browser.newContext({
    colorScheme: theme,
    viewport: { width, height },
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
}
