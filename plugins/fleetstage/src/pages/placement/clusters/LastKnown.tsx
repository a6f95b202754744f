import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Clock } from '../../../components/Age';
import { StatusIcon } from '../../../components/StatusChip';
import { useIsCompact } from '../../../components/tableView';
import { memberStatus } from '../../../model/status/member';
import { placementTranslationRef } from '../../../translation/placement';

interface LastKnownProps {
  readonly row: Pick<Schemas['PlacementCluster'], 'memberState' | 'silentSince'>;
  readonly children: ReactNode;
}

/** The state of a cluster; where the cluster does not answer, since when this is only the last known state. */
export const LastKnown = ({ row: { memberState, silentSince }, children }: LastKnownProps) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const isCompact = useIsCompact();
  if (memberState === undefined || silentSince === undefined) return <>{children}</>;
  const { icon, tone } = memberStatus(memberState);
  const at = { at: <Clock at={silentSince} /> };
  return (
    <Box sx={{ minWidth: 0, ...(isCompact && { display: 'flex', alignItems: 'center', gap: 1 }) }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, flex: 'none', fontSize: 13 }}>
        <StatusIcon icon={icon} tone={tone} size={16} />
        <span>{t(isCompact ? 'clusters.noStatus' : 'clusters.lastKnown', at)}</span>
      </Box>
      {children}
    </Box>
  );
};
