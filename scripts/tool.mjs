// Runs one of the project's own command-line tools (tsc, prettier, backstage-cli) under its tool-chain:
// `node scripts/tool.mjs tsc --noEmit`.
import path from 'node:path';
import { ensureInstalled, ensureToolchain, root, run, runMain } from './toolchain.mjs';

await runMain(async () => {
  const [tool, ...args] = process.argv.slice(2);
  const toolchain = ensureToolchain();
  await ensureInstalled(toolchain);
  return run(toolchain, args, { command: path.join(root, 'node_modules/.bin', tool) });
});
