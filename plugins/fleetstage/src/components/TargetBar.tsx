import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { countOf, upgradeStatus, type UpgradeState } from '../model/status/versionRollout';
import { ShareBar } from './ShareBar';

const ORDER: readonly UpgradeState[] = ['Succeeded', 'Running', 'Paused', 'Failed'];

interface TargetBarProps {
  readonly counts: Schemas['TargetCounts'];
  readonly height?: number;
}

/** Control planes or node pools by state as one bar; what waits and what is left out stays empty. */
export const TargetBar = ({ counts, height }: TargetBarProps) => (
  <ShareBar
    height={height}
    total={counts.total}
    shares={ORDER.map(key => ({ key, tone: upgradeStatus(key).tone, count: countOf(counts, key) }))}
  />
);
