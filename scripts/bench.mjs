// `npm run bench -- NAME [--json]`: one benchmark of test/src/bench, or all; each prints a ratio to its floor.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { SetupError, ensureInstalled, ensureToolchain, root, run, runMain } from './toolchain.mjs';
import { ensurePages } from './start/pages.mjs';

const folder = path.join(root, 'test/src/bench');
const names = readdirSync(folder)
  .filter(f => f.endsWith('.bench.ts'))
  .map(f => f.replace(/\.bench\.ts$/, ''));

await runMain(async () => {
  const [name, ...flags] = process.argv.slice(2);
  const wanted = name === undefined || name.startsWith('--') ? names : [name];
  const passed = name?.startsWith('--') ? [name, ...flags] : flags;
  for (const one of wanted) {
    if (!existsSync(path.join(folder, `${one}.bench.ts`))) {
      throw new SetupError(`there is no benchmark "${one}". There are: ${names.join(', ')}.`);
    }
  }
  const toolchain = ensureToolchain();
  await ensureInstalled(toolchain);
  if (wanted.includes('pipeline') || wanted.includes('pages')) await ensurePages(toolchain);
  for (const one of wanted) {
    const code = await run(toolchain, [
      '--require',
      path.join(root, 'node_modules/@backstage/cli/config/nodeTransform.cjs'),
      path.join(folder, `${one}.bench.ts`),
      ...passed,
    ]);
    if (code !== 0) return code;
  }
  return 0;
});
