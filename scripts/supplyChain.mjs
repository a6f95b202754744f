// `node scripts/supplyChain.mjs`: writes the bill of materials, and judges licences and known vulnerabilities (docs/supply-chain.md).
import path from 'node:path';
import { ensureInstalled, ensureToolchain, root, run, runMain } from './toolchain.mjs';

await runMain(async () => {
  const toolchain = ensureToolchain();
  await ensureInstalled(toolchain);
  return run(
    toolchain,
    [
      '--require',
      path.join(root, 'node_modules/@backstage/cli/config/nodeTransform.cjs'),
      path.join(root, 'test/src/supplyChain/cli.ts'),
      root,
    ],
    { env: { FLEETSTAGE_YARN: toolchain.yarn } },
  );
});
