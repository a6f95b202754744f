import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useMemo } from 'react';
import { Age } from '../../components/Age';
import { RunChip } from '../../components/chips';
import { FleetLink } from '../../components/FleetLink';
import { Person } from '../../components/Person';
import { FewLines, TwoLines } from '../../components/tableView';
import { useTimeWords } from '../../components/useTimeWords';
import { VirtualTable, type Column } from '../../components/VirtualTable';
import { linkName } from '../../model/placements/placementFilters';
import { plannedGateWords } from '../../model/status/gate';
import { listNames } from '../../model/listNames';
import type { Strategy } from '../../model/strategies/strategyList';
import { useGo, useLinks } from '../../routing';
import { strategiesTranslationRef } from '../../translation/strategies';

/** So many placements by name. */
const NAMED = 2;

const keyOf = ({ uid }: Strategy) => uid;

export const StrategyTable = ({ rows }: { rows: readonly Strategy[] }) => {
  const { t } = useTranslationRef(strategiesTranslationRef);
  const links = useLinks();
  const go = useGo();
  return (
    <VirtualTable
      caption={t('caption')}
      rows={rows}
      columns={useColumns()}
      getKey={keyOf}
      rowHeight={48}
      onOpen={strategy => go(links.strategy(linkName(strategy)))}
    />
  );
};

function useColumns(): readonly Column<Strategy>[] {
  const { t } = useTranslationRef(strategiesTranslationRef);
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('column.name'),
        cell: strategy => <NameCell strategy={strategy} />,
      },
      {
        id: 'stages',
        header: t('column.stages'),
        width: '34%',
        hideBelow: 'md',
        cell: strategy => <StagesCell strategy={strategy} />,
      },
      {
        id: 'usedBy',
        header: t('column.usedBy'),
        width: '16%',
        hideBelow: 'sm',
        cell: strategy => <UsedByCell strategy={strategy} />,
      },
      {
        id: 'lastRun',
        header: t('column.lastRun'),
        width: 200,
        cell: strategy => <LastRunCell strategy={strategy} />,
      },
      {
        id: 'changed',
        header: t('column.changed'),
        width: 140,
        hideBelow: 'lg',
        cell: strategy => <ChangedCell strategy={strategy} />,
      },
    ],
    [t],
  );
}

const NameCell = ({ strategy }: { strategy: Strategy }) => {
  const links = useLinks();
  return (
    <FleetLink to={links.strategy(linkName(strategy))} sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
      {linkName(strategy)}
    </FleetLink>
  );
};

/** canary (wait 1 h, approval), prod */
const StagesCell = ({ strategy: { stageDetails } }: { strategy: Strategy }) => {
  const { t } = useTranslationRef(strategiesTranslationRef);
  const { duration } = useTimeWords();
  const words = stageDetails.map(({ name, gatesBefore, gatesAfter }) => {
    const gates = [...gatesBefore, ...gatesAfter].map(gate =>
      plannedGateWords(gate, {
        wait: ({ waitSeconds = 0 }) => t('gate.wait', { duration: duration(waitSeconds * 1000) }),
        approval: () => t('gate.approval'),
      }),
    );
    return gates.length === 0 ? name : t('stageInWords', { name, gates: gates.join(', ') });
  });
  const text = words.join(' → ');
  return <FewLines title={text}>{text}</FewLines>;
};

const UsedByCell = ({ strategy: { placements } }: { strategy: Strategy }) => {
  const { t } = useTranslationRef(strategiesTranslationRef);
  const names = listNames(placements.slice(0, NAMED));
  const more = placements.length - NAMED;
  return (
    <TwoLines second={more > 0 ? t('namedMore', { names, count: more }) : names}>
      {t('usedBy', { count: placements.length })}
    </TwoLines>
  );
};

const LastRunCell = ({ strategy: { lastRun } }: { strategy: Strategy }) => {
  const { t } = useTranslationRef(strategiesTranslationRef);
  const links = useLinks();
  if (lastRun === undefined) return <>{t('noRun')}</>;
  const { name, state, counts, waitsFor, endedAt, startedAt, createdAt } = lastRun;
  return (
    <TwoLines
      second={
        <>
          <FleetLink to={links.run(linkName(lastRun))} underline="always">
            {name}
          </FleetLink>{' '}
          · <Age at={endedAt ?? startedAt ?? createdAt} />
        </>
      }
    >
      <RunChip state={state} counts={counts} waitsFor={waitsFor} size="small" />
    </TwoLines>
  );
};

const ChangedCell = ({ strategy: { changedAt, changedBy } }: { strategy: Strategy }) => {
  const { t } = useTranslationRef(strategiesTranslationRef);
  if (changedAt === undefined) return <span title={t('unknownChangeWhy')}>{t('unknownChange')}</span>;
  return (
    <TwoLines second={changedBy && <Person person={changedBy} />}>
      <Age at={changedAt} />
    </TwoLines>
  );
};
