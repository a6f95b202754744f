// `npm run test:carriers`: the same stories for each way to reach members, on each fleet. MEMBERS and FLEETSTAGE_TEST_FLEET
// choose one of each; further arguments choose stories by their path.
import path from 'node:path';
import { ensureToolchain, root, run, runMain, say } from './toolchain.mjs';

/** Of the engine's stories those that leave the credentials of members alone (docs/testing.md). */
const OF_ENGINE = [
  ...['causes', 'clusterProfile', 'drain', 'drift', 'emptyDatabase', 'endOfRun', 'eviction', 'missedEvents'],
  ...['namespacedRun', 'overrides', 'placement', 'placementStatus', 'reportBack', 'resourcePlacement'],
  ...['stagedOverride', 'stagedRun', 'takeOverObjects'],
];
/** Stories that bring their own fleet, which is an embedded one, and those whose server makes no difference to who carries. */
const ONLY_EMBEDDED = /^(faults|engine)\b/;
const STORIES = ['requirements/', 'kill/kill', 'faults/', `engine/(${OF_ENGINE.join('|')})\\.`];

const chosen = (name, all) => (process.env[name] ? [process.env[name]] : all);

await runMain(async () => {
  const toolchain = ensureToolchain();
  const asked = process.argv.slice(2);
  const stories = asked.length > 0 ? asked : STORIES;
  const failed = [];
  for (const fleet of chosen('FLEETSTAGE_TEST_FLEET', ['embedded', 'real'])) {
    const played = stories.filter(story => fleet === 'embedded' || !ONLY_EMBEDDED.test(story));
    for (const members of played.length > 0 ? chosen('MEMBERS', ['pull', 'mixed']) : []) {
      say(`${members} members, ${fleet} fleet: ${played.join(', ')}`);
      const env = { FLEETSTAGE_TEST_FLEET: fleet, MEMBERS: members };
      const code = await run(toolchain, [path.join(root, 'scripts/test.mjs'), '--carriers', ...played], {
        env,
      });
      if (code !== 0) failed.push(`${members} members, ${fleet} fleet`);
    }
  }
  if (failed.length > 0) say(`failed: ${failed.join('; ')}`);
  return failed.length > 0 ? 1 : 0;
});
