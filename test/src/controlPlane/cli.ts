/**
 * Starts a real fleet to play with, prints the path of its kubeconfig and runs until Ctrl-C:
 *
 *   node --require @backstage/cli/config/nodeTransform.cjs test/src/controlPlane/cli.ts [number of members]
 */
import { startRealFleet } from './startRealFleet';

async function main() {
  const count = Number(process.argv[2] ?? 2);
  if (!Number.isInteger(count) || count < 0) throw new Error('usage: cli.ts [number of members]');
  const startedAt = Date.now();
  const fleet = await startRealFleet({ members: Array.from({ length: count }, (_, i) => `member-${i + 1}`) });
  process.stderr.write(
    `hub and ${count} members ready after ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`,
  );
  process.stdout.write(`${fleet.kubeconfigPath}\n`);

  const untilSignal = setInterval(() => {}, 60_000);
  const stop = async () => {
    clearInterval(untilSignal);
    await fleet.stop();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

main().catch(error => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
