import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import ChevronRight from '@mui/icons-material/ChevronRight';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useMemo } from 'react';
import { Age } from '../../../components/Age';
import { BelowSm } from '../../../components/BelowSm';
import { ClusterChip } from '../../../components/chips';
import { NameLink } from '../../../components/NameLink';
import { OverridesMark } from '../../../components/OverridesMark';
import { StatusChip } from '../../../components/StatusChip';
import { FewLines } from '../../../components/tableView';
import { TrackWords } from '../../../components/TrackWords';
import { useOwnerColumn } from '../../../components/useOwnerColumn';
import type { Column } from '../../../components/VirtualTable';
import { causeLook, causeName } from '../../../model/placement/causes';
import type { Placement } from '../../../model/placement/now';
import { readPolicy } from '../../../model/placement/requirements';
import { useLinks } from '../../../routing';
import { placementTranslationRef } from '../../../translation/placement';
import { usePlacementUrl } from '../usePlacementUrl';
import { LastKnown } from './LastKnown';
import { useCauseWords } from './useCauseWords';
import { useRefusalWords } from './useRefusalWords';

type Row = Schemas['PlacementCluster'];

const nameOf = ({ cluster }: Row) => cluster;

/**
 * Columns of the clusters; narrow screens keep name, decision and one line of words. Of an earlier decision, by its number,
 * only who was picked and why is known: everything else would be of today.
 */
export function useClusterColumns({ manifest }: Placement, decided?: number): readonly Column<Row>[] {
  const { t } = useTranslationRef(placementTranslationRef);
  const sayRefusal = useRefusalWords();
  const ofNow = useColumnsOfNow();
  const isLast = decided === undefined;
  const policy = useMemo(() => (isLast ? readPolicy(manifest) : undefined), [manifest, isLast]);
  const sayRest = (row: Row) => {
    // The engine's sentence of a picked cluster is the same for all of them.
    if (!isLast && row.isPicked) return t('clusters.matches');
    const why = sayRefusal(row, policy);
    return row.isPicked || row.phase === undefined ? why : t('clusters.notGone', { why });
  };
  const decision = (row: Row) => (isLast ? <DecisionChip row={row} /> : <CauseChip cause={row.cause} />);
  const words = (row: Row) =>
    isLast && row.state ? (
      <LastKnown row={row}>
        <TrackWords
          conditions={row.conditions}
          state={row.state}
          trouble={row.trouble}
          message={row.message}
          hasTwoLines
          hasRoom
        />
      </LastKnown>
    ) : (
      <Reason text={sayRest(row)} />
    );
  return [
    {
      id: 'cluster',
      header: t('clusters.column.cluster'),
      sortKey: 'cluster',
      width: '24%',
      cell: row => (
        <>
          <NameCell row={row} />
          {isLast && <OverridesMark overrides={row.overrides} />}
          <BelowSm>
            {row.isPicked && isLast ? undefined : decision(row)}
            {words(row)}
          </BelowSm>
        </>
      ),
    },
    {
      id: 'decision',
      header: t('clusters.column.decision'),
      width: 176,
      hideBelow: 'sm',
      cell: decision,
    },
    {
      id: 'conditions',
      header: t(isLast ? 'clusters.column.conditions' : 'clusters.column.why'),
      hideBelow: 'sm',
      cell: words,
    },
    ...(isLast ? ofNow : []),
  ];
}

/** The state of clusters, and whose they are: no part of an earlier decision. */
function useColumnsOfNow(): readonly Column<Row>[] {
  const { t } = useTranslationRef(placementTranslationRef);
  const owner = useOwnerColumn('cluster', nameOf);
  return [
    {
      id: 'snapshot',
      header: t('clusters.column.snapshot'),
      sortKey: 'snapshot',
      width: 104,
      hideBelow: 'md',
      canHide: true,
      cell: row => <SnapshotCell row={row} />,
    },
    ...owner,
    {
      id: 'since',
      header: t('clusters.column.since'),
      sortKey: 'since',
      width: 104,
      hideBelow: 'sm',
      canHide: true,
      cell: ({ since }) => since && <Age at={since} />,
    },
  ];
}

const NameCell = ({ row: { cluster } }: { row: Row }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const links = useLinks();
  const url = usePlacementUrl();
  const isOpen = url.cluster === cluster;
  const Icon = isOpen ? ExpandMore : ChevronRight;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, ml: -0.75, minWidth: 0 }}>
      <IconButton
        size="small"
        aria-label={t(isOpen ? 'clusters.close' : 'clusters.open', { name: cluster })}
        aria-expanded={isOpen}
        onClick={() => url.toggleCluster(cluster)}
        sx={{ p: 0.25, flex: 'none' }}
      >
        <Icon sx={{ fontSize: 20 }} />
      </IconButton>
      <NameLink to={links.cluster(cluster)} name={cluster} />
    </Box>
  );
};

const ILL: ReadonlySet<string> = new Set(['NotEligible', 'NotYetEligible']);

/** Where health decided, the member's own state is the word. */
const DecisionChip = ({ row: { cause, memberState } }: { row: Row }) => {
  if (ILL.has(causeName(cause)) && memberState !== undefined && memberState !== 'healthy') {
    return <ClusterChip state={memberState} size="small" />;
  }
  return <CauseChip cause={cause} />;
};

const CauseChip = ({ cause }: { cause: string }) => {
  const { word } = useCauseWords();
  const { icon, tone } = causeLook(cause);
  return <StatusChip icon={icon} tone={tone} size="small" label={word(cause)} />;
};

/** What distinguishes causes is often at their end: two lines of it. */
const Reason = ({ text }: { text: string }) => (
  <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
    <FewLines title={text}>{text}</FewLines>
  </Box>
);

const SnapshotCell = ({ row: { snapshot, wantedSnapshot, isPicked } }: { row: Row }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  if (snapshot === undefined) {
    return (
      <Box sx={{ color: 'text.secondary' }}>
        {isPicked && wantedSnapshot ? wantedSnapshot : t('clusters.none')}
      </Box>
    );
  }
  if (wantedSnapshot === undefined || wantedSnapshot === snapshot) return <>{snapshot}</>;
  return <>{t('clusters.toWanted', { from: snapshot, to: wantedSnapshot })}</>;
};
