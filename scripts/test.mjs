// `npm test`: set-up, then every test that needs nothing but npm (and PostgreSQL, where it is installed).
// `npm run test:kube`: the suites that need real control planes; they are built into a cache if Go is there.
// `npm run test:embedded`: the stories among them, on the embedded fleet, with the same kubectl. With EACH_ONCE=1 both leave to
// the other what either fleet proves: together they play each story on one fleet. What takes ten minutes for one limit of etcd
// (`scale`) and the first requirement, which `npm run test:carriers` plays on the embedded fleet, are left out then.
// `npm run test:contract`: the same cases on the embedded API server and on a real one; `-- crds` plays the suites whose name
// begins so, and `npm run record:contract -- crds` writes down anew what the real one answers. CONTRACT_REAL_SAMPLE=3 plays
// each third case on the real one, DIFFERENTIAL_SEQUENCES as many random ones on both.
// `npm run test:fuzz`: mutated requests to the embedded API server, 100,000 of them (FUZZ=… others, FUZZ_SEED=… the same
// again), half as many placements and members at admission and in the scheduler, 20,000 names, selectors, envelopes and
// references at the wire, and kills in the midst of its writes; `npm test` plays a few thousand and three. All hostile values of
// REST in all places, too, of which `npm test` tries one of ten beside other values (HOSTILE_SHARE) and all alone (HOSTILE_ALONE=3
// each third).
// `npm run test:owners`: three replicas on PostgreSQL share 60 members while they are killed (OWNER_MEMBERS, OWNER_KILLS,
// OWNER_IDLE_S, OWNER_HEARTBEAT_S=60); `npm test` plays six members and one kill.
// `npm run test:evictions`: 1,000 random sequences of evictions, edits of budgets and placements while the engine is killed
// (EVICTION_SEQUENCES, EVICTION_KILLS per 40 sequences, KILL_SEED=… the same again); `npm test` plays 20.
// `npm run test:carriers` plays the stories of the requirements and the kills on both fleets, the faults and most stories of the
// engine on the embedded one, once with members that all pull (an agent process each), once with members of which every other one
// does. MEMBERS=pull or mixed plays one of them, FLEETSTAGE_TEST_FLEET=embedded or real one fleet; `MEMBERS=pull npm run
// test:embedded -- security/paths` is any other story.
// `npm run test:slow-member`: one of six members is slow, and the others are placed on as fast as before, by the p90 of 8 rounds
// on real control planes (SLOW_ROUNDS); the stories play two placements and no p90.
// `npm run test:merge`: 20,000 random three-way merges (MERGE_RANDOM) and 10,000 JSON patches (JSON_PATCHES) beside second
// implementations; `npm test` plays 2,000 merges. `npm run record:merge` writes down anew what `kubectl apply` makes of 510 drawn
// objects on a real API server; `npm run test:kube -- merge` compares 100 others with it (MERGE_CASES, MERGE_SEED).
// `npm run test:capi`: the provider of Cluster API on Cluster API itself, whose machines exist in memory; it is built into a cache,
// about 10 minutes once, beside the control planes.
// `npm run test:e2e`: the demo in a browser; needs Chromium.
// `npm run test:pictures`: every page in every state, compared with the pictures in test/pictures; `npm run pictures` takes
// those anew. `npm run test:pictures -- run-approve`: those whose name begins so. PICTURES_DARK_SAMPLE=3 compares each third in
// the dark theme, too; PICTURES_ALIKE_SAMPLE=3 each third of those that shared components draw alike on every page;
// PICTURES_SAMPLE=3 each third of the others.
// `npm run test:install` packs the plugins and installs them into an app from the ordinary template.
// DATABASE_SAMPLE=1: suites that know rows only through stores run on PostgreSQL alone, where it is installed.
// Further arguments go to jest: `npm test -- rollout`, `npm run test:kube -- requirement000`.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { SetupError, ensureInstalled, ensureToolchain, root, run, runMain, say } from './toolchain.mjs';
import { startPostgres } from './postgres.mjs';
import { judgeReport } from './judgeReport.mjs';
import { ensurePages } from './start/pages.mjs';

const KUBE = '\\.kube\\.test\\.ts$';
const E2E = '\\.e2e\\.test\\.ts$';
const CAPI = '\\.capi\\.test\\.ts$';
const CONTRACT_FILES = '\\.contract\\.test\\.ts$';
/**
 * Stories that use a fleet through kubectl and the engine only, so that any fleet will do. Only a real API server enforces
 * the policies for the hub.
 */
const STORIES =
  '(requirements|engine|agent|badInput|kill|applier|crds|faults|kubectlFleet|security)/(?!policies\\.).*\\.kube\\.test\\.ts$';
/**
 * Stories about the engine, to which any API server is a store: outages, lost databases, deletions. What an API server
 * merges, owns, converts, authorizes and collects is in the others (of agents: pullMember, memberTokens); the contract
 * compares both fleets.
 */
const EITHER_FLEET = [
  '(badInput|faults|kubectlFleet)/',
  'agent/(agent|hubAway)\\b',
  'engine/(causes|clusterProfile|drain|emptyDatabase(Runs)?|endOfRun|eviction(Rows)?|membership|missedEvents|namespacedRun|overrides)\\b',
  'engine/(placement(Status)?|pull|reportBack|resourcePlacement|rolloutSequence\\w*|staged\\w+)\\b',
  'security/(approvals|hubOutage|massRemoval|paths)\\b',
].join('|');
/** A thousand and a half members on one placement. */
const SCALE = 'scale/';
const isEachOnce = Boolean(process.env.EACH_ONCE);
/** One more than two cores: outages, leases and restarts wait in real time. */
const WORKERS = '--maxWorkers=3';
const PICTURES = {
  name: 'pictures',
  needsPages: true,
  pattern: `/pictures${E2E}`,
  // One suite with a test per picture: what is asked for is the beginning of its name.
  byName: true,
  args: ['--maxConcurrency=2'],
};
const CONTRACT = {
  name: 'contract',
  needsKubectl: true,
  hasTargets: true,
  workers: '--maxWorkers=2',
};
/** What the caller has set himself. */
const asked = (...names) =>
  Object.fromEntries(names.flatMap(name => (process.env[name] ? [[name, process.env[name]]] : [])));
const KINDS = {
  '--kube': {
    name: 'kube',
    needsKubectl: true,
    // Jest matches the path within `test/src` as well as the whole one.
    pattern: isEachOnce ? `^(?!(?:.*/)?(?:${EITHER_FLEET}|${SCALE})).*${KUBE}` : KUBE,
  },
  '--embedded': {
    name: 'embedded',
    needsKubectl: true,
    pattern: isEachOnce ? `/(?:${EITHER_FLEET}).*${KUBE}` : STORIES,
    // Each has its own fleet and database; many wait for retries and heartbeats.
    ...(isEachOnce && { workers: '--maxWorkers=2' }),
    env: { FLEETSTAGE_TEST_FLEET: 'embedded' },
  },
  '--contract': CONTRACT,
  '--record-contract': { ...CONTRACT, env: { CONTRACT_RECORD: '1', CONTRACT_TARGETS: 'real' } },
  '--merge': {
    name: 'merge',
    pattern: '/merge/(recorded|random|jsonPatch)\\.test\\.ts$',
    env: { MERGE_RANDOM: '20000', ...asked('MERGE_RANDOM', 'JSON_PATCHES') },
  },
  '--record-merge': {
    name: 'record-merge',
    needsKubectl: true,
    pattern: '/merge/kubectlApply\\.kube\\.test\\.ts$',
    env: { MERGE_RECORD: '1' },
  },
  '--carriers': {
    name: 'carriers',
    needsKubectl: true,
    pattern: `/(requirements|kill|faults|engine)/.*${KUBE}`,
    workers: '--maxWorkers=2',
    env: asked('MEMBERS', 'FLEETSTAGE_TEST_FLEET', 'KILLS', 'KILL_SEED'),
  },
  '--slow-member': {
    name: 'slow-member',
    needsKubectl: true,
    pattern: `/badInput/slowMember${KUBE}`,
    env: { SLOW_ROUNDS: '8', ...asked('SLOW_ROUNDS') },
  },
  '--fuzz': {
    name: 'fuzz',
    workers: '--maxWorkers=2',
    pattern:
      '/(fuzz/fuzz|fuzz/names|crds/admissionFuzz|embedded/killWrites|schedule\\.fuzz|rest/hostileValues)\\.test\\.ts$',
    env: {
      FUZZ: '100000',
      FUZZ_NAMES: '20000',
      FUZZ_PLACEMENTS: '50000',
      KILL_ROUNDS: '20',
      KILL_WRITES: '10000',
      HOSTILE_SHARE: '1',
      ...asked('FUZZ', 'FUZZ_NAMES', 'FUZZ_PLACEMENTS', 'KILL_ROUNDS', 'KILL_WRITES', 'HOSTILE_SHARE'),
    },
  },
  '--owners': {
    name: 'owners',
    pattern: '/kill/owners\\.test\\.ts$',
    env: {
      OWNER_MEMBERS: '60',
      OWNER_KILLS: '3',
      OWNER_IDLE_S: '60',
      OWNER_HEARTBEAT_S: '60',
      ...asked('OWNER_MEMBERS', 'OWNER_KILLS', 'OWNER_IDLE_S', 'OWNER_HEARTBEAT_S', 'KILL_SEED'),
    },
  },
  '--evictions': {
    name: 'evictions',
    pattern: '/kill/evictions\\.test\\.ts$',
    env: { EVICTION_SEQUENCES: '1000', ...asked('EVICTION_SEQUENCES', 'EVICTION_KILLS', 'KILL_SEED') },
  },
  '--capi': { name: 'capi', needsKubectl: true, needsClusterApi: true, pattern: `/clusterApi/.*${CAPI}` },
  '--e2e': { name: 'e2e', needsKubectl: true, needsPages: true, pattern: `/e2e/.*${E2E}` },
  '--install': { name: 'install', pattern: `/install/.*${E2E}` },
  '--pictures': { ...PICTURES, env: {} },
  '--update-pictures': { ...PICTURES, env: { UPDATE_PICTURES: '1' } },
};
const results = path.join(root, '.fleetstage/test-results');
/** Stories start an engine some hundred times; compiled once, its start takes a seventh less CPU time. */
const COMPILED = path.join(root, '.fleetstage/compile-cache');

function allowedSkips() {
  return readFileSync(path.join(root, 'test/allowed-skips.txt'), 'utf8')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line && !line.startsWith('#'));
}

/** The real server needs Go once, the embedded one nothing. CI demands both. */
async function contractTargets(suites) {
  const { ensureKubeAssets } = await import('../test/kube-assets/build.mjs');
  const env = { CONTRACT_TARGETS: 'embedded,real', CONTRACT_SUITES: suites.join('|') };
  try {
    return { ...env, KUBEBUILDER_ASSETS: await ensureKubeAssets() };
  } catch (error) {
    if (process.env.CI) throw error;
    say(`real: not run, and neither are the suites that need kubectl: ${error.message}`);
    return { ...env, CONTRACT_TARGETS: 'embedded', CONTRACT_WITHOUT_KUBECTL: '1' };
  }
}

/** Prints what jest counted; 1 where the run has failed. */
function summarize(file, options) {
  if (!existsSync(file)) throw new SetupError('jest ended without a report; its words are above.');
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const { lines, code } = judgeReport(report, { allowedSkips: allowedSkips(), ...options });
  for (const line of lines) say(line);
  return code;
}

function reportWhatIsLeftOut(kind, postgres) {
  if (!postgres) {
    say(
      "not run: the PostgreSQL half of the database suites (install Debian's postgresql package to have it)",
    );
  }
  if (kind) return;
  const count = pattern =>
    spawnSync('git', ['ls-files', '-co', '--exclude-standard', pattern], { cwd: root, encoding: 'utf8' })
      .stdout.split('\n')
      .filter(Boolean).length;
  say(
    `not run: ${count('*.kube.test.ts')} suites on real control planes and on the embedded fleet (npm run test:kube, test:embedded; kubectl and the rest are built with Go, about 10 minutes once)`,
  );
  say(
    `not run: ${count('*.capi.test.ts')} suite on Cluster API (npm run test:capi; built with Go, about 10 minutes once)`,
  );
  say('not run: the API server contract (npm run test:contract; the half on a real server needs the same)');
  say(`not run: ${count('*.e2e.test.ts')} suites in a browser (npm run test:e2e; needs Chromium)`);
}

/** The API servers whose own suites are played; random sequences are about both. */
const targetsOf = ({ CONTRACT_TARGETS }, suites) =>
  suites.length > 0 && suites.every(suite => suite === 'differential') ? [] : CONTRACT_TARGETS.split(',');

/** A file for each target, side by side; random sequences need both. */
function contractFiles({ CONTRACT_TARGETS }, suites) {
  const targets = CONTRACT_TARGETS.split(',');
  const isOnly = suites.length > 0 && suites.every(suite => suite === 'differential');
  if (isOnly && targets.length < 2) throw new SetupError('random sequences need both API servers.');
  const isWanted = suites.length === 0 || suites.includes('differential');
  const files = [
    ...(isOnly ? [] : targets.map(target => `${target}\\d?`)),
    ...(isWanted && targets.length === 2 ? ['differential'] : []),
  ];
  return `/contract/.*/(${files.join('|')})\\.contract\\.test\\.ts$`;
}

/** `--embedded -- requirement000`: that story of those. */
function selectionOf({ pattern, byName }, patterns) {
  const one = patterns.join('|');
  if (patterns.length === 0) return ['--testPathPatterns', pattern];
  if (byName) return ['--testPathPatterns', pattern, '--testNamePattern', `^(${one})`];
  return ['--testPathPatterns', `(?=.*(${one})).*${pattern}`];
}

await runMain(async () => {
  const args = process.argv.slice(2);
  const kind = KINDS[args[0]];
  const patterns = kind ? args.slice(1) : args;
  const toolchain = ensureToolchain();
  await ensureInstalled(toolchain);
  const env = {
    NODE_ENV: 'test',
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --no-warnings`.trim(),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? COMPILED,
  };
  if (kind?.hasTargets) Object.assign(env, await contractTargets(patterns));
  else if (kind?.needsKubectl) {
    const { ensureKubeAssets } = await import('../test/kube-assets/build.mjs');
    env.KUBEBUILDER_ASSETS = await ensureKubeAssets();
  }
  if (kind?.needsClusterApi) {
    const { ensureClusterApi } = await import('../test/cluster-api/build.mjs');
    await ensureClusterApi();
  }
  if (kind?.needsPages) await ensurePages(toolchain);
  const postgres = await startPostgres();
  mkdirSync(results, { recursive: true });
  const report = path.join(results, `${kind?.name ?? 'unit'}.json`);
  // Else a run that is killed would be counted by the report of the one before.
  rmSync(report, { force: true });
  const chosen = kind?.hasTargets
    ? { ...kind, pattern: contractFiles({ ...env, ...kind.env }, patterns) }
    : kind;
  const selection = kind
    ? [
        ...selectionOf(chosen, kind.hasTargets ? [] : patterns),
        kind.workers ?? '--runInBand',
        ...(kind.args ?? []),
      ]
    : ['--testPathIgnorePatterns', KUBE, CAPI, E2E, CONTRACT_FILES, WORKERS, ...patterns];
  const code = await run(
    toolchain,
    [
      path.join(root, 'node_modules/@backstage/cli/bin/backstage-cli'),
      ...['repo', 'test', '--watchAll=false', '--json', `--outputFile=${report}`],
      ...selection,
    ],
    { env: { ...env, ...kind?.env, ...postgres?.env } },
  );
  postgres?.stop();
  reportWhatIsLeftOut(kind, postgres);
  const failed = summarize(report, {
    isPart: kind?.byName && patterns.length > 0,
    targets: kind?.hasTargets ? targetsOf({ ...env, ...kind.env }, patterns) : [],
  });
  return Math.max(failed, code);
});
