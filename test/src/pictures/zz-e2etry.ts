import { launchBrowser, openContext } from '/work/main/test/src/pictures/browser';
(async () => {
  const browser = await launchBrowser();
  const ctx = await openContext(browser, { theme: 'light' });
  const page = await ctx.newPage();
  page.on('console', m => { if (m.type() === 'error') console.log('console:', m.text().slice(0, 300)); });
  const url = process.env.APP_URL ?? 'http://localhost:3100';
  await page.goto(url + '/fleetstage');
  await page.getByRole('button', { name: 'Enter as guest' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 60000 });
  await page.waitForTimeout(3000);
  await page.screenshot({ path: '/tmp/shots/live-overview.png', fullPage: true });
  await page.goto(url + '/fleetstage/runs/_/web-shop-2-14-0');
  await page.waitForTimeout(6000);
  await page.screenshot({ path: '/tmp/shots/live-run.png', fullPage: true });
  await browser.close();
})().catch(e => { console.error(String(e)); process.exit(1); });
