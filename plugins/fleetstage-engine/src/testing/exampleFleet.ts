import type { ClusterFacts } from '../cluster/facts';
import { aCluster, aHealthyMember, minutesBefore } from './builders';

/** name, region, environment, nodes, energy rating, CPU total/allocatable/available, memory in Gi likewise. */
type Row = readonly [string, string, string, number, number, readonly number[], readonly number[]];

const ROWS: readonly Row[] = [
  ['cluster-1-east-prod', 'east', 'prod', 2, 100, [4, 3, 2], [4, 3, 2]],
  ['cluster-2-east-prod', 'east', 'prod', 4, 60, [8, 7, 4], [8, 7, 4]],
  ['cluster-3-east-canary', 'east', 'canary', 6, 40, [12, 11, 6], [12, 11, 6]],
  ['cluster-4-central-prod', 'central', 'prod', 2, 80, [8, 6, 2], [4, 2, 1]],
  ['cluster-5-central-prod', 'central', 'prod', 8, 40, [32, 30, 8], [16, 14, 4]],
  ['cluster-6-west-prod', 'west', 'prod', 2, 60, [4, 2, 1], [8, 6, 4]],
  ['cluster-7-west-canary', 'west', 'canary', 8, 20, [16, 14, 4], [32, 30, 16]],
  ['unhealthy-cluster-east-prod', 'east', 'prod', 1, 100, [8, 6, 0], [8, 6, 0]],
  ['left-cluster-central-prod', 'central', 'prod', 0, 0, [], []],
];

/** The fleet of A §4.5: c1 … c7 eligible, c8 unhealthy for long, c9 leaving. */
export const exampleFleet = (): ClusterFacts[] => ROWS.map(toCluster);

function toCluster([name, region, env, nodes, rating, cpu, memory]: Row): ClusterFacts {
  const labels = { region, env };
  if (name.startsWith('left-')) return aCluster(name, { labels, isLeaving: true });
  const resources = (part: number) => ({ cpu: `${cpu[part]}`, memory: `${memory[part]}Gi` });
  return aCluster(name, {
    labels,
    properties: { 'kubernetes-fleet.io/node-count': `${nodes}`, 'example.com/energy-rating': `${rating}` },
    resourceUsage: { capacity: resources(0), allocatable: resources(1), available: resources(2) },
    ...(name.startsWith('unhealthy-')
      ? { health: aHealthyMember({ healthy: 'False', healthChangedAt: minutesBefore(10) }) }
      : {}),
  });
}

/** `c3` for `cluster-3-east-canary`; other names as they are. */
export const shortName = (cluster: string) => cluster.replace(/^cluster-(\d).*$/, 'c$1');
