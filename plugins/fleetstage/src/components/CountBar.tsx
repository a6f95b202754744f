import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { runClusterStatus, type RunClusterState } from '../model/status/runCluster';
import { ShareBar } from './ShareBar';

const ORDER: readonly RunClusterState[] = [
  'updated',
  'removed',
  'updating',
  'removing',
  'stuck',
  'failing',
  'failed',
  'ended',
];

interface CountBarProps {
  readonly counts: Schemas['Counts'];
  readonly total: number;
  readonly height?: number;
}

/** Clusters by state as one bar: what is done first. The numbers stand beside it. */
export const CountBar = ({ counts, ...bar }: CountBarProps) => (
  <ShareBar
    {...bar}
    shares={ORDER.map(key => ({ key, tone: runClusterStatus(key).tone, count: counts[key] ?? 0 }))}
  />
);
