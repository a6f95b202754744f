// `npm run pack`: the packages that are published, as tarballs in .fleetstage/packages.
// `npm run pack -- PORTAL`: the same into PORTAL/fleetstage-packages, and `resolutions` in PORTAL/package.json, so that
// `yarn add` finds them there although no registry has them.
// `--only NAME`: that package alone, which must depend on no other of ours; those that it bundles do not count.
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, ensureToolchain, root, runMain, say, SetupError } from './toolchain.mjs';

const staging = path.join(root, '.fleetstage/pack');
const bin = path.join(root, 'node_modules');
const FOLDER = 'fleetstage-packages';
/** No package is made of these, and to compile them takes longer than all the others. */
const isForTests = file => /\.(test|testing)\.tsx?$|__(testUtils|golden)__|\/(dist|node_modules)$/.test(file);

const readJson = file => JSON.parse(readFileSync(file, 'utf8'));
const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

function publishedPackages(only) {
  const packages = ['plugins', 'packages']
    .flatMap(parent => readdirSync(path.join(root, parent)).map(name => path.join(parent, name)))
    .filter(folder => existsSync(path.join(root, folder, 'package.json')))
    .map(folder => ({ folder, ...readJson(path.join(root, folder, 'package.json')) }))
    .filter(manifest => !manifest.private && (only === undefined || manifest.name === only));
  if (packages.length > 0) return packages;
  throw new SetupError(`${only} is none of the packages that are published`);
}

/** Printed only when it fails: a build says a hundred lines that nobody needs. */
function quietly(toolchain, what, args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(toolchain.node, args, { cwd, env: toolchain.env, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', chunk => (text += chunk));
    child.on('error', reject);
    child.on('close', code =>
      code === 0 ? resolve() : reject(new SetupError(`${what} failed:\n${text.trim().slice(-6_000)}`)),
    );
  });
}

/**
 * A workspace of the published packages alone. Packing rewrites the manifests while it runs; in a copy, an interrupted run
 * leaves the sources as they are, and what else runs in this checkout is not disturbed.
 */
function stage(packages) {
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  for (const file of ['package.json', 'yarn.lock', '.yarnrc.yml', 'backstage.json', 'scripts/bundle.mjs'])
    cpSync(path.join(root, file), path.join(staging, file));
  symlinkSync(path.join(root, 'node_modules'), path.join(staging, 'node_modules'));
  for (const { folder } of packages)
    cpSync(path.join(root, folder), path.join(staging, folder), {
      recursive: true,
      filter: file => !isForTests(file),
    });
  if (packages.length === 1) leaveOutUnstaged(path.join(staging, packages[0].folder, 'package.json'));
  const { compilerOptions, ...config } = readJson(path.join(root, 'tsconfig.json'));
  // Else the packages would be looked up in node_modules, which leads back to the sources outside of this workspace.
  const paths = Object.fromEntries(packages.map(({ name, folder }) => [name, [`./${folder}/src/index.ts`]]));
  writeJson(path.join(staging, 'tsconfig.json'), {
    ...config,
    include: ['plugins/*/src', 'packages/*/src'],
    // Types are checked by `npm run tsc`; to write them without takes a fifth of the time.
    compilerOptions: { ...compilerOptions, paths, incremental: false, noCheck: true },
  });
}

/** What a bundle was made of is in it; yarn does not pack a package that names a workspace which is not there. */
function leaveOutUnstaged(file) {
  const { devDependencies = {}, ...manifest } = readJson(file);
  const others = Object.entries(devDependencies).filter(([, range]) => !range.startsWith('workspace:'));
  writeJson(file, { ...manifest, devDependencies: Object.fromEntries(others) });
}

async function inParallel(items, work) {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

async function packOne(toolchain, { name, folder }, target) {
  const cli = path.join(bin, '@backstage/cli/bin/backstage-cli');
  const cwd = path.join(staging, folder);
  await quietly(toolchain, `building ${name}`, [cli, 'package', 'build'], cwd);
  const file = path.join(target, `${name.replace('@', '').replace('/', '-')}.tgz`);
  await quietly(toolchain, `packing ${name}`, [toolchain.yarn, 'pack', '--out', file], cwd);
  say(`packed ${name}`);
  return [name, file];
}

/** The packages name each other by version; `resolutions` lead these names to the tarballs as well. */
function resolveTo(portal, tarballs) {
  const file = path.join(portal, 'package.json');
  const manifest = readJson(file);
  const own = tarballs.map(([name, tarball]) => [
    name,
    `file:./${path.relative(portal, tarball).split(path.sep).join('/')}`,
  ]);
  writeJson(file, { ...manifest, resolutions: { ...manifest.resolutions, ...Object.fromEntries(own) } });
}

await runMain(async () => {
  const { values, positionals } = parseArgs({
    options: { only: { type: 'string' } },
    allowPositionals: true,
  });
  const [given] = positionals;
  const portal = given && path.resolve(process.env.INIT_CWD ?? process.cwd(), given);
  if (portal && !existsSync(path.join(portal, 'package.json')))
    throw new SetupError(`${portal} has no package.json. Name the root folder of your Backstage app.`);
  const target = portal ? path.join(portal, FOLDER) : path.join(root, '.fleetstage/packages');
  const toolchain = ensureToolchain();
  await ensureInstalled(toolchain);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const packages = publishedPackages(values.only);
  stage(packages);
  say(`writing the types of ${packages.length} packages`);
  await quietly(toolchain, 'tsc', [path.join(bin, 'typescript/bin/tsc')], staging);
  const tarballs = [];
  await inParallel(packages, async item => tarballs.push(await packOne(toolchain, item, target)));
  rmSync(staging, { recursive: true, force: true });
  if (portal) resolveTo(portal, tarballs);
  say(
    portal
      ? `${FOLDER} and resolutions are in ${portal}`
      : `the packages are in ${path.relative('', target)}`,
  );
  return 0;
});
