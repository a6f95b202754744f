import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { listNames } from '../model/listNames';
import { snapshotWords } from '../model/placements/placementFilters';
import { placementsTranslationRef } from '../translation/placements';
import { TwoLines, useIsCompact } from './tableView';

interface SnapshotCellProps {
  readonly placement: Schemas['PlacementSummary'];
  /** Nothing above it says that these are snapshots: `Snapshots 14 on 6, 13 on 12`. */
  readonly isAlone?: boolean;
}

/** `8 on 4 of 4`, `14 on 6, 13 on 12`; below it the newest where it is not everywhere. */
export const SnapshotCell = ({ placement, isAlone = false }: SnapshotCellProps) => {
  const { t } = useTranslationRef(placementsTranslationRef);
  const isCompact = useIsCompact();
  const { on, pending } = snapshotWords(placement);
  const isPending = pending !== undefined && on.every(({ index }) => index !== pending);
  const total = placement.picked;
  const list = listNames(on.map(one => t('snapshotPart', one)));
  if (isCompact) {
    const short = on.length === 1 ? t('snapshotOnShort', { ...on[0], total }) : list;
    const latest = isPending ? ` ${t('latestShort', { index: pending })}` : '';
    return <>{on.length === 0 ? t('snapshotNone') : short + latest}</>;
  }
  return (
    <TwoLines second={isPending && t('latest', { index: pending })}>
      {on.length === 0 && t('snapshotNone')}
      {on.length === 1 && t(isAlone ? 'snapshotOn' : 'snapshotOnShort', { ...on[0], total })}
      {on.length > 1 && (isAlone ? t('snapshotsOn', { list }) : list)}
    </TwoLines>
  );
};
