import { dryRunOnMember } from './effects/memberDryRun';
import { readMemberWorkloads, renderPlaced } from './effects/memberWorkloads';
import type { Connections } from './kube/Connections';
import { PreviewDiff } from './service/preview/PreviewDiff';
import type { QueryDeps } from './service/queryDeps';
import { FleetWorkloads } from './service/workloads/FleetWorkloads';
import type { Settings } from './settings';

/** Reads on members while somebody waits for them. */
export interface MemberReads {
  readonly workloads: FleetWorkloads;
  readonly previewDiff: PreviewDiff;
}

export function openMemberReads(
  queries: QueryDeps,
  { connections, settings }: { readonly connections: Connections; readonly settings: Settings },
): MemberReads {
  const { authorAccount, capture } = settings;
  const members = readMemberWorkloads({ connections });
  return {
    workloads: new FleetWorkloads({ queries, members, render: renderPlaced(capture.rules) }),
    previewDiff: new PreviewDiff({
      queries,
      members: dryRunOnMember({ connections }),
      ...(authorAccount !== undefined && { authorAccount }),
    }),
  };
}
