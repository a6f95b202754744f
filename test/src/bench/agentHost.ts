/**
 * Many member agents in one process, as published: `agentHost.ts FLAGS.json`, where the file is a list with the arguments of each.
 * SIGTERM ends all of them in order.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { repoPath } from '../crds/repoPath';

interface Bundle {
  runCommand(options: {
    readonly args: readonly string[];
    readonly env: NodeJS.ProcessEnv;
    readonly definitionFile: string;
  }): Promise<number>;
}

const DIST = repoPath('packages/member-agent/dist');
const { runCommand } = createRequire(__filename)(`${DIST}/agent.cjs`) as Bundle;
const definitionFile = `${DIST}/appliedworks.placement.kubernetes-fleet.io.yaml`;

async function main(): Promise<void> {
  const agents = JSON.parse(readFileSync(process.argv[2], 'utf8')) as readonly string[][];
  // Each waits for the signals itself.
  process.setMaxListeners(0);
  const running = agents.map(args => runCommand({ args, env: {}, definitionFile }));
  process.send?.({ id: 0, value: 'started' });
  // Its channel closes with the benchmark.
  process.once('disconnect', () => process.exit(1));
  await Promise.all(running);
}

main().then(
  () => process.exit(0),
  error => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    process.exit(1);
  },
);
