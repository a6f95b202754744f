const SERVER = /^BACKSTAGE_TEST_DATABASE_POSTGRES\d+_CONNECTION_STRING$/;

/** URL of the PostgreSQL server that `--database pg` is about. */
export function readServer(): string {
  const [, postgres] = Object.entries(process.env).find(([name]) => SERVER.test(name)) ?? [];
  if (postgres !== undefined) return postgres;
  throw new Error(
    '--database pg needs BACKSTAGE_TEST_DATABASE_POSTGRES16_CONNECTION_STRING (or another version)',
  );
}
