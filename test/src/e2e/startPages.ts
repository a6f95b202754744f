import { spawn } from 'node:child_process';
import path from 'node:path';
import { pickFreePorts } from '../controlPlane/pickFreePorts';
import { eventually } from '../eventually';

const root = path.resolve(__dirname, '../../..');

export interface Pages {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves the built pages alone, as `npm start` does; there is no API behind them. */
export async function startPages(): Promise<Pages> {
  const [port] = await pickFreePorts(1);
  const url = `http://localhost:${port}`;
  const child = spawn(
    process.execPath,
    [
      ...[
        '--no-warnings',
        '--require',
        path.join(root, 'node_modules/@backstage/cli/config/nodeTransform.cjs'),
      ],
      path.join(root, 'packages/backend/src/ui.ts'),
      ...['--config', path.join(root, 'app-config.yaml')],
    ],
    {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'development',
        NODE_OPTIONS: '',
        LOG_LEVEL: 'warn',
        FLEETSTAGE_WITH_PARENT: '1',
        APP_CONFIG_backend_listen_port: String(port),
        APP_CONFIG_app_baseUrl: JSON.stringify(url),
        // Whoever plays the API plays it here: the browser would ask twice for what lies elsewhere.
        APP_CONFIG_backend_baseUrl: JSON.stringify(url),
        APP_CONFIG_backend_database: JSON.stringify({ client: 'better-sqlite3', connection: ':memory:' }),
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', chunk => {
      log += chunk;
    });
  }
  const gone = new Promise<void>(resolve => child.once('close', () => resolve()));
  await eventually(
    'the pages are served',
    async () => {
      if (child.exitCode !== null) throw new Error(`their server ended:\n${log}`);
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(`${answer.status}\n${log}`);
    },
    { timeoutMs: 180_000 },
  );
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await gone;
    },
  };
}
