import { spawnSync } from 'node:child_process';
import { repoPath } from '../crds/repoPath';

it('the merge keys of the built-in kinds are those of the OpenAPI document (B/WA-052): else run scripts/mergeKeys.mjs', () => {
  const { status, stderr } = spawnSync(process.execPath, [repoPath('scripts/mergeKeys.mjs'), '--check'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
});
