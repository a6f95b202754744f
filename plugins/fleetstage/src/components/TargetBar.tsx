import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { countOf, toUpgrade, upgradeStatus, type UpgradeState } from '../model/status/versionRollout';
import { ShareBar } from './ShareBar';

const ORDER: readonly UpgradeState[] = ['Succeeded', 'Running', 'Paused', 'Failed'];

interface TargetBarProps {
  readonly counts: Schemas['TargetCounts'];
  readonly height?: number;
}

/** Control planes or node pools by state as one bar; of those that are to be upgraded what waits stays empty. */
export const TargetBar = ({ counts, height }: TargetBarProps) => (
  <ShareBar
    height={height}
    total={toUpgrade(counts)}
    shares={ORDER.map(key => ({ key, tone: upgradeStatus(key).tone, count: countOf(counts, key) }))}
  />
);
