import { AuthorizeResult } from '@backstage/plugin-permission-common';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createTestDatabases } from './databases';
import { startFleetBackend } from './fleetBackend';
import { StubFleet } from './stubFleet';

const ROOT = resolve(__dirname, '../../../..');

type Backend = Awaited<ReturnType<typeof startFleetBackend>>;
type Modules = Parameters<typeof startFleetBackend>[0]['modules'] & object;

/** In each test of a suite a fleet, and a backend that `start` begins with modules of an adopter. */
export function trialOfModules() {
  const databases = createTestDatabases();
  const [SQLITE] = databases.eachSupportedId()[0];
  let fleet: StubFleet;
  let backend: Backend | undefined;
  beforeEach(async () => {
    fleet = await StubFleet.start();
  });
  afterEach(async () => {
    await backend?.stop();
    backend = undefined;
    await fleet.stop();
  });
  return {
    get fleet() {
      return fleet;
    },
    get backend() {
      return backend;
    },
    start: async (...modules: Modules) => {
      backend = await startFleetBackend({
        knex: await databases.init(SQLITE),
        settings: fleet.settings,
        policy: () => ({ result: AuthorizeResult.ALLOW }),
        modules,
      });
    },
  };
}

/** What is documented is what is installed; the path begins at the root of the project. */
export async function expectDocumented(example: string): Promise<void> {
  const page = await readFile(resolve(ROOT, 'docs/extending.md'), 'utf8');
  expect(page).toContain(`\`\`\`ts\n${await readFile(resolve(ROOT, example), 'utf8')}\`\`\``);
}
