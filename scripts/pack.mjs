// `npm run pack`: the packages that are published, as tarballs in .fleetstage/packages, with what a Backstage needs to install
// them printed at the end.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled, ensureToolchain, root, run, runMain, say, SetupError } from './toolchain.mjs';

const target = path.join(root, '.fleetstage/packages');
const cli = path.join(root, 'node_modules/@backstage/cli/bin/backstage-cli');

function publishedPackages() {
  return ['plugins', 'packages']
    .flatMap(parent => readdirSync(path.join(root, parent)).map(name => path.join(root, parent, name)))
    .filter(folder => existsSync(path.join(folder, 'package.json')))
    .map(folder => ({ folder, ...JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) }))
    .filter(manifest => !manifest.private);
}

async function must(step, running) {
  if ((await running) !== 0) throw new SetupError(`${step} failed; its words are above.`);
}

await runMain(async () => {
  const toolchain = ensureToolchain();
  await ensureInstalled(toolchain);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  say('compiling types');
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  await must('tsc', run(toolchain, [tsc, '--incremental', 'false']));
  for (const { name, folder } of publishedPackages()) {
    say(`packing ${name}`);
    const inFolder = { cwd: folder };
    await must(`building ${name}`, run(toolchain, [cli, 'package', 'build'], inFolder));
    const file = path.join(target, `${name.replace('@', '').replace('/', '-')}.tgz`);
    await must(`packing ${name}`, run(toolchain, [toolchain.yarn, 'pack', '--out', file], inFolder));
  }
  for (const { folder } of publishedPackages())
    rmSync(path.join(folder, 'dist'), { recursive: true, force: true });
  say(`packed: ${path.relative(root, target)}`);
  return 0;
});
