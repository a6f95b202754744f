// `npm run test:mutation`: changes the engine's policy bit by bit and checks whether its tests notice; fails below 80 %.
// `npm run test:mutation -- overrides`: of the modules of a group, see below. `-- -m "src/schedule/pick.ts"`: of some
// files; `-c 1`: on one core. The report is in the engine's `reports/mutation`.
import path from 'node:path';
import { ensureInstalled, ensureToolchain, root, run, runMain } from './toolchain.mjs';

const TESTS = ['!src/**/*.test.ts', '!src/**/*.testing.ts'];
const work = (...names) => names.map(name => `src/work/${name}.ts`);
/**
 * What overrides make of objects; how objects are rendered, merged, compared and taken over, each alone and all together;
 * what is evicted and drained; how members join, leave and count as healthy; what agents and the Works for them do;
 * how versions of clusters go through the stages of a sequence.
 */
const GROUPS = {
  overrides: ['src/override/**/*.ts', 'src/desired/**/*.ts'],
  render: work('renderWork', 'unpackEnvelope', 'overrideFailure', 'waves', 'secrets'),
  merge: work('merge/*'),
  drift: work('comparable', 'compareValues', 'diff', 'serverForm', 'toPatchDetail'),
  takeover: work('appliedByKubeFleet', 'explainOwners', 'migrateManagedFields', 'ownership', 'planApply'),
  apply: work('*', 'merge/*'),
  eviction: ['src/eviction/**/*.ts', 'src/drain/**/*.ts'],
  membership: ['src/membership/**/*.ts'],
  agent: ['src/agent/**/*.ts', 'src/carrier/**/*.ts'],
  sequence: ['src/sequence/**/*.ts'],
};

function toArguments([first, ...others]) {
  const group = GROUPS[first];
  return group === undefined
    ? [first, ...others].filter(one => one !== undefined)
    : ['-m', [...group, ...TESTS].join(), ...others];
}

await runMain(async () => {
  const toolchain = ensureToolchain();
  await ensureInstalled(toolchain);
  return run(toolchain, ['run', ...toArguments(process.argv.slice(2))], {
    command: path.join(root, 'node_modules/.bin/stryker'),
    // The tester copies the folder that it is started in.
    cwd: path.join(root, 'plugins/fleetstage-engine'),
  });
});
