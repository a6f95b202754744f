import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

type Leaving = Schemas['PlacementLeaving'];
type LeavingCluster = Schemas['LeavingCluster'];

/** States of members that cannot confirm anything now. */
const SILENT: ReadonlySet<LeavingCluster['memberState']> = new Set([
  'unreachable',
  'noHeartbeat',
  'notJoined',
  'credentialsRefused',
]);

/** Clusters that a deletion waits for and that do not answer: somebody has to check them. */
export const silentOf = ({ clusters }: Pick<Leaving, 'clusters'>): readonly LeavingCluster[] =>
  clusters.filter(({ memberState }) => SILENT.has(memberState));
