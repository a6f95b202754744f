import { pictures as approvals } from './approvals.pictures';
import { pictures as catalog } from './catalog.pictures';
import { pictures as clusters } from './clusters.pictures';
import { pictures as createRun } from './createRun.pictures';
import { pictures as drain } from './drain.pictures';
import { pictures as ends } from './ends.pictures';
import { pictures as evictions } from './evictions.pictures';
import type { Picture } from './fixtures';
import { pictures as leave } from './leave.pictures';
import { pictures as overrides } from './overrides.pictures';
import { pictures as overview } from './overview.pictures';
import { pictures as placementEditor } from './placementEditor.pictures';
import { pictures as placements } from './placements.pictures';
import { pictures as preview } from './preview.pictures';
import { pictures as rollout } from './rollout.pictures';
import { pictures as run } from './run.pictures';
import { pictures as runs } from './runs.pictures';
import { pictures as sequences } from './sequences.pictures';
import { pictures as strategies } from './strategies.pictures';
import { pictures as strategyEditor } from './strategyEditor.pictures';
import { pictures as whatIf } from './whatIf.pictures';
import { pictures as workloads } from './workloads.pictures';

/** Every page in every state that somebody has to judge. */
export const allPictures: readonly Picture[] = [
  ...overview,
  ...approvals,
  ...runs,
  ...createRun,
  ...run,
  ...ends,
  ...placements,
  ...preview,
  ...evictions,
  ...rollout,
  ...workloads,
  ...placementEditor,
  ...whatIf,
  ...strategies,
  ...strategyEditor,
  ...overrides,
  ...sequences,
  ...clusters,
  ...leave,
  ...drain,
  ...catalog,
];
