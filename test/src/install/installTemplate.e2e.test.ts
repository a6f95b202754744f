import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pickFreePorts } from '../controlPlane/pickFreePorts';
import { launchBrowser, openContext } from '../pictures/browser';
import { startEmbedded, type EmbeddedProcess } from '../embedded/startEmbedded';
import { eventually } from '../eventually';
import { collect, createTemplate, exec, installPlugins, withYarn } from './installTemplate';

const root = path.resolve(__dirname, '../../..');
const MINUTES = 60_000;
const MEMBERS = ['member-1', 'member-2', 'member-3', 'member-4', 'member-5', 'member-6'];
jest.setTimeout(20 * MINUTES);

let folder: string;
let fleet: EmbeddedProcess | undefined;
let stopPortal: () => Promise<void> = async () => undefined;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-portal-'));
});

afterAll(async () => {
  await stopPortal();
  await fleet?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}, MINUTES);

/** The template as it is, with the README's lines, on ports that are free. */
async function startPortal(portal: string, env: NodeJS.ProcessEnv): Promise<string> {
  const [uiPort, apiPort] = await pickFreePorts(2);
  const ui = `http://localhost:${uiPort}`;
  writeFileSync(
    path.join(portal, 'app-config.local.yaml'),
    JSON.stringify({
      app: { baseUrl: ui, listen: { host: 'localhost', port: uiPort } },
      backend: {
        baseUrl: `http://localhost:${apiPort}`,
        listen: { port: apiPort },
        cors: { origin: ui },
      },
    }),
  );
  const child = spawn('yarn', ['start'], {
    cwd: portal,
    detached: true,
    env: {
      ...process.env,
      ...env,
      NODE_ENV: 'development',
      NODE_OPTIONS: '--no-node-snapshot',
      BROWSER: 'none',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = collect(child);
  const gone = new Promise<void>(resolve => child.once('close', () => resolve()));
  stopPortal = async () => {
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    await gone;
  };
  await eventually(
    'the portal answers',
    async () => {
      const answer = await fetch(`http://localhost:${apiPort}/api/fleetstage/health`).catch(error => {
        throw new Error(`${String(error)}\n${log().slice(-4_000)}`);
      });
      expect(await answer.json()).toMatchObject({ isReady: true });
      expect((await fetch(ui)).ok).toBe(true);
    },
    { timeoutMs: 4 * MINUTES, intervalMs: 1_000 },
  );
  return ui;
}

it('an app from the ordinary template installs the packed plugins and shows the run page', async () => {
  const env = await withYarn(folder);
  const portal = await createTemplate(folder, env);
  await installPlugins(portal, env);
  fleet = await startEmbedded({ members: MEMBERS });
  const ui = await startPortal(portal, { ...env, KUBECONFIG: fleet.kubeconfigPath });
  await exec(process.execPath, [
    ...[
      '--no-warnings',
      '--require',
      path.join(root, 'node_modules/@backstage/cli/config/nodeTransform.cjs'),
    ],
    path.join(root, 'packages/backend/src/sample.ts'),
    ...['--examples', path.join(root, 'examples')],
    ...['--kubeconfig', fleet.kubeconfigPath, '--members', String(MEMBERS.length)],
  ]);
  const browser = await launchBrowser();
  try {
    const page = await (await openContext(browser, { theme: 'light' })).newPage();
    await page.goto(`${ui}/fleetstage/runs/_/web-shop-2-14-0`);
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByRole('heading', { level: 1, name: 'web-shop-2-14-0' }).waitFor({ timeout: 2 * MINUTES });
    await page.getByText('Waiting for approval').first().waitFor();
  } finally {
    await browser.close();
  }
});
