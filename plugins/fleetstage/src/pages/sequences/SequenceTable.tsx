import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { BelowSm } from '../../components/BelowSm';
import { FleetLink } from '../../components/FleetLink';
import { MessageText } from '../../components/MessageText';
import { FewLines, TwoLines } from '../../components/tableView';
import { SequenceChip } from '../../components/versionChips';
import { VirtualTable, type Column } from '../../components/VirtualTable';
import { listNames } from '../../model/listNames';
import type { Sequence } from '../../model/sequences/sequenceList';
import { useGo, useLinks } from '../../routing';
import { sequencesTranslationRef } from '../../translation/sequences';
import { ActiveRollouts } from './ActiveRollouts';

const keyOf = ({ uid }: Sequence) => uid;

export const SequenceTable = ({ rows }: { rows: readonly Sequence[] }) => {
  const { t } = useTranslationRef(sequencesTranslationRef);
  const links = useLinks();
  const go = useGo();
  return (
    <VirtualTable
      caption={t('caption')}
      rows={rows}
      columns={useColumns()}
      getKey={keyOf}
      rowHeight={56}
      onOpen={({ name }) => go(links.sequence(name))}
    />
  );
};

function useColumns(): readonly Column<Sequence>[] {
  const { t } = useTranslationRef(sequencesTranslationRef);
  return useMemo(
    () => [
      { id: 'name', header: t('column.name'), cell: one => <NameCell sequence={one} /> },
      {
        id: 'stages',
        header: t('column.stages'),
        width: '18%',
        hideBelow: 'md',
        cell: one => <StagesCell sequence={one} />,
      },
      {
        id: 'channel',
        header: t('column.channel'),
        width: 108,
        hideBelow: 'lg',
        cell: ({ channel }) => channel ?? t('none'),
      },
      {
        id: 'target',
        header: t('column.target'),
        width: 200,
        hideBelow: 'lg',
        cell: one => <TargetCell sequence={one} />,
      },
      {
        id: 'rollouts',
        header: t('column.rollouts'),
        width: '30%',
        hideBelow: 'sm',
        cell: one => <ActiveRollouts rollouts={one.activeRollouts} />,
      },
      { id: 'state', header: t('column.state'), width: 160, cell: one => <StateCell sequence={one} /> },
    ],
    [t],
  );
}

const NameCell = ({ sequence }: { sequence: Sequence }) => {
  const links = useLinks();
  const { name, displayName, activeRollouts } = sequence;
  return (
    <>
      <TwoLines second={displayName}>
        <FleetLink to={links.sequence(name)} sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
          {name}
        </FleetLink>
      </TwoLines>
      <BelowSm>
        <ActiveRollouts rollouts={activeRollouts} />
      </BelowSm>
    </>
  );
};

/** How many, and which fleets. */
const StagesCell = ({ sequence: { stageCount, clusterCount, fleets } }: { sequence: Sequence }) => {
  const { t } = useTranslationRef(sequencesTranslationRef);
  const counts = listNames([t('stages', { count: stageCount }), t('clusters', { count: clusterCount })]);
  const names = listNames(fleets);
  return (
    <TwoLines second={<FewLines title={names}>{names}</FewLines>} isFirstWide>
      {counts}
    </TwoLines>
  );
};

const TargetCell = ({ sequence: { target } }: { sequence: Sequence }) => {
  const { t } = useTranslationRef(sequencesTranslationRef);
  const { controlPlane, node } = target ?? {};
  if (controlPlane === undefined && node === undefined) return <>{t('noTarget')}</>;
  return (
    <Box sx={{ overflowWrap: 'anywhere' }}>
      {controlPlane && <Box>{t('targetOf.controlPlane', { version: controlPlane })}</Box>}
      {node && <Box>{t('targetOf.node', { version: node })}</Box>}
    </Box>
  );
};

const StateCell = ({ sequence }: { sequence: Sequence }) => {
  const { message = '', state } = sequence;
  return (
    <TwoLines
      second={
        state !== 'Active' &&
        message !== '' && (
          <FewLines title={message}>
            <MessageText text={message} />
          </FewLines>
        )
      }
      isFirstWide
    >
      <SequenceChip sequence={sequence} size="small" />
    </TwoLines>
  );
};
