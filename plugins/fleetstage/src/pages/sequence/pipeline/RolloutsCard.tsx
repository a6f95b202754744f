import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { useMemo, type ReactNode } from 'react';
import { usePages } from '../../../api/useFleetQuery';
import { useVersionRollouts } from '../../../api/versionRolloutQueries';
import { Age } from '../../../components/Age';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { FleetLink } from '../../../components/FleetLink';
import { MoreRows } from '../../../components/MoreRows';
import { SectionCard } from '../../../components/SectionCard';
import { TableSkeleton } from '../../../components/Skeletons';
import { TwoLines } from '../../../components/tableView';
import { TargetBar } from '../../../components/TargetBar';
import { VersionRolloutChip } from '../../../components/versionChips';
import { VirtualTable, type Column } from '../../../components/VirtualTable';
import type { VersionRollout } from '../../../model/sequences/sequenceList';
import { useGo, useLinks } from '../../../routing';
import { sequenceTranslationRef } from '../../../translation/sequence';
import { versionStatusTranslationRef } from '../../../translation/versionStatus';
import type { Sequence } from '../sequenceProps';

const SHOWN = 20;
const keyOf = ({ name }: VersionRollout) => name;

/** All rollouts of the sequence: those under way first, then the newest. */
export const RolloutsCard = ({ sequence: { name } }: { sequence: Sequence }) => {
  const { t } = useTranslationRef(sequenceTranslationRef);
  const query = useVersionRollouts({ sequence: name, limit: SHOWN });
  const data = usePages(query.data);
  return (
    <SectionCard title={t('rollouts.title')} count={data?.total}>
      <AsyncBoundary
        query={{ ...query, data }}
        what={t('rollouts.what')}
        skeleton={<TableSkeleton rows={4} />}
        isPart
      >
        {({ items }) =>
          items.length === 0 ? (
            <Box sx={{ p: 2, fontSize: 13, color: 'text.secondary' }}>{t('rollouts.none')}</Box>
          ) : (
            <Table
              rows={items}
              footer={
                query.hasNextPage && (
                  <MoreRows
                    query={query}
                    words={{
                      load: t('rollouts.more'),
                      loading: t('rollouts.loading'),
                      failed: t('rollouts.failed'),
                      retry: t('rollouts.retry'),
                    }}
                  />
                )
              }
            />
          )
        }
      </AsyncBoundary>
    </SectionCard>
  );
};

const Table = ({ rows, footer }: { rows: readonly VersionRollout[]; footer: ReactNode }) => {
  const { t } = useTranslationRef(sequenceTranslationRef);
  const links = useLinks();
  const go = useGo();
  return (
    <VirtualTable
      caption={t('rollouts.title')}
      rows={rows}
      columns={useColumns()}
      getKey={keyOf}
      rowHeight={48}
      onOpen={({ name }) => go(links.versionRollout(name))}
      footer={footer}
    />
  );
};

function useColumns(): readonly Column<VersionRollout>[] {
  const { t } = useTranslationRef(sequenceTranslationRef);
  return useMemo(
    () => [
      { id: 'name', header: t('rollouts.column.name'), cell: one => <NameCell rollout={one} /> },
      {
        id: 'progress',
        header: t('rollouts.column.progress'),
        width: '24%',
        hideBelow: 'sm',
        cell: ({ text, counts }) => (
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
            <Box sx={{ minWidth: 48 }}>{text}</Box>
            <TargetBar counts={counts} height={6} />
          </Box>
        ),
      },
      {
        id: 'state',
        header: t('rollouts.column.state'),
        width: 228,
        cell: one => <StateCell rollout={one} />,
      },
      {
        id: 'when',
        header: t('rollouts.column.when'),
        width: 120,
        hideBelow: 'md',
        cell: ({ startedAt, createdAt }) => <Age at={startedAt ?? createdAt} isAgo />,
      },
    ],
    [t],
  );
}

const NameCell = ({ rollout: { name, upgradeType, version } }: { rollout: VersionRollout }) => {
  const { t } = useTranslationRef(versionStatusTranslationRef);
  const links = useLinks();
  return (
    <TwoLines second={`${t(`type.${upgradeType}`)} ${version}`}>
      <FleetLink to={links.versionRollout(name)} sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {name}
      </FleetLink>
    </TwoLines>
  );
};

const StateCell = ({ rollout }: { rollout: VersionRollout }) => {
  const { currentStage, isOver } = rollout;
  return (
    <TwoLines second={!isOver && currentStage}>
      <VersionRolloutChip rollout={rollout} size="small" />
    </TwoLines>
  );
};
