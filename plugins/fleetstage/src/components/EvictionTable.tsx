import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { evictionLook } from '../model/evictions/evict';
import { withCapital } from '../model/withCapital';
import { useLinks } from '../routing';
import { evictionsTranslationRef } from '../translation/evictions';
import { Age } from './Age';
import { BelowSm } from './BelowSm';
import { NameLink } from './NameLink';
import { Person } from './Person';
import { StatusChip } from './StatusChip';
import { FewLines } from './tableView';
import { VirtualTable, type Column } from './VirtualTable';

export interface EvictionRow extends Omit<Schemas['Eviction'], 'conditions'> {
  /** Absent where all are of one. */
  readonly placement?: string;
}

interface EvictionTableProps {
  readonly rows: readonly EvictionRow[];
  /** What distinguishes the rows: where from, or what. */
  readonly by: 'cluster' | 'placement';
}

/** Evictions, newest first: what came of each and by which arithmetic, who asked and why. */
export const EvictionTable = ({ rows, by }: EvictionTableProps) => {
  const { t } = useTranslationRef(evictionsTranslationRef);
  const columns = useColumns(by);
  return (
    <VirtualTable
      caption={t('list.caption')}
      rows={rows}
      columns={columns}
      getKey={({ name }) => name}
      rowHeight={48}
    />
  );
};

function useColumns(by: EvictionTableProps['by']): readonly Column<EvictionRow>[] {
  const { t } = useTranslationRef(evictionsTranslationRef);
  const subject = useSubject(by);
  return [
    {
      id: 'subject',
      header: t(`list.${by}`),
      width: '24%',
      cell: row => (
        <>
          {subject(row)}
          <BelowSm>
            <StateChip state={row.state} />
            <Why row={row} />
            <Asked row={row} />
          </BelowSm>
        </>
      ),
    },
    {
      id: 'state',
      header: t('list.state'),
      width: 112,
      hideBelow: 'sm',
      cell: ({ state }) => <StateChip state={state} />,
    },
    { id: 'why', header: t('list.why'), hideBelow: 'sm', cell: row => <Why row={row} /> },
    {
      id: 'who',
      header: t('list.who'),
      width: 132,
      hideBelow: 'md',
      cell: row => <Who row={row} />,
    },
    {
      id: 'when',
      header: t('list.when'),
      width: 112,
      hideBelow: 'sm',
      cell: ({ createdAt }) => <Age at={createdAt} isAgo />,
    },
  ];
}

function useSubject(by: EvictionTableProps['by']): (row: EvictionRow) => JSX.Element {
  const links = useLinks();
  return ({ cluster, placement = '' }) =>
    by === 'cluster' ? (
      <NameLink to={links.cluster(cluster)} name={cluster} />
    ) : (
      <NameLink to={links.placement(placement, { tab: 'evictions' })} name={placement} />
    );
}

const StateChip = ({ state }: Pick<EvictionRow, 'state'>) => {
  const { t } = useTranslationRef(evictionsTranslationRef);
  const { icon, tone } = evictionLook(state);
  return <StatusChip icon={icon} tone={tone} size="small" label={t(`state.${state}`)} />;
};

/** The arithmetic where Fleetstage has decided; of others what the hub says. */
const Why = ({ row: { explanation, message, reason } }: { row: EvictionRow }) => {
  const { t } = useTranslationRef(evictionsTranslationRef);
  const why = explanation === undefined ? message : withCapital(explanation);
  return (
    <Box sx={{ fontSize: 13 }}>
      {why && <FewLines title={why}>{why}</FewLines>}
      {reason && (
        <Box sx={{ color: 'text.secondary', fontSize: 12 }}>
          <FewLines title={reason} lines={1}>
            {t('list.reason', { reason })}
          </FewLines>
        </Box>
      )}
    </Box>
  );
};

/** Whom the timeline names; all others came with kubectl. */
const Who = ({ row: { requestedBy = 'kubectl' } }: { row: EvictionRow }) => (
  <Person person={{ ref: requestedBy }} />
);

const Asked = ({ row }: { row: EvictionRow }) => (
  <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>
    <Who row={row} />, <Age at={row.createdAt} isAgo />
  </Box>
);
