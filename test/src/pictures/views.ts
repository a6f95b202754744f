import { Reply, type FixtureApi, type Picture } from './fixtures';

/** Opens the menu of a table's toolbar. */
export const openView: NonNullable<Picture['before']> = async page => {
  await page.getByRole('button', { name: 'View' }).click();
  await page.getByRole('menu', { name: 'View' }).waitFor();
};

/** Makes the rows of tables compact, as a reader does. */
export const makeCompact: NonNullable<Picture['before']> = async (page, ...rest) => {
  await openView(page, ...rest);
  await page.getByRole('menuitemradio', { name: 'Compact' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
};

/** Where the backend does not answer. */
export const openSetUpGuide: NonNullable<Picture['before']> = async page => {
  await page.getByRole('button', { name: 'Set-up guide' }).click();
  await page.getByRole('dialog').waitFor();
};

/** A list whose first rows come, and whose next ones do not. */
export const nextPageFails =
  (list: string, firstPage: unknown): FixtureApi =>
  ({ path, query }) => {
    if (path !== list) return undefined;
    return query.has('cursor') ? Reply.error(500, 'Error', 'The database does not answer') : firstPage;
  };

/** Asks for the next rows, as a reader does, and waits for the word that they did not come. */
export const askForMore: NonNullable<Picture['before']> = async page => {
  const more = page.getByRole('button', { name: /^Show more/ });
  const failed = page.getByText('could not be loaded');
  await more.or(failed).first().waitFor();
  if (await more.isVisible()) await more.click();
  await failed.waitFor();
};
