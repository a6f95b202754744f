// `npm run test:mutation`: changes the engine's policy bit by bit and looks whether its tests notice; fails below 80 %.
// `npm run test:mutation -- -m "src/schedule/pick.ts"`: of some files. The report stands in the engine's `reports/mutation`.
import path from 'node:path';
import { ensureInstalled, ensureToolchain, root, run, runMain } from './toolchain.mjs';

await runMain(async () => {
  const toolchain = ensureToolchain();
  await ensureInstalled(toolchain);
  return run(toolchain, ['run', ...process.argv.slice(2)], {
    command: path.join(root, 'node_modules/.bin/stryker'),
    // The tester copies the folder that it is started in.
    cwd: path.join(root, 'plugins/fleetstage-engine'),
  });
});
