import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { isForPeople } from '@fleetstage/backstage-plugin-fleetstage-engine';
import Box from '@mui/material/Box';
import { RunClusterChip, GateIcon } from '../../components/chips';
import { FleetLink } from '../../components/FleetLink';
import { SectionCard } from '../../components/SectionCard';
import { StatusIcon } from '../../components/StatusChip';
import { useStageName } from '../../components/useStageName';
import type { Cluster } from '../../model/clusters/now';
import { gateTitle, isBuiltIn } from '../../model/status/gate';
import { runClusterStatus } from '../../model/status/runCluster';
import { useLinks } from '../../routing';
import { clustersTranslationRef } from '../../translation/clusters';

type RunHere = Cluster['runsHere'][number];

/** Unfinished runs that have this cluster in their plan: which place in line, after which gate. */
export const ComingCard = ({ cluster }: { cluster: Cluster }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const { placementsHere } = cluster;
  const coming = cluster.runsHere.filter(({ state }) => !runClusterStatus(state).isEnd);
  return (
    <SectionCard title={t('coming.title')} count={coming.length}>
      {coming.length === 0 ? (
        <Box sx={{ px: 2, py: 1.5, fontSize: 13, color: 'text.secondary' }}>{t('coming.none')}</Box>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {coming.map(run => (
            <Line
              key={`${run.scope}/${run.run}`}
              run={run}
              from={
                placementsHere.find(one => one.scope === run.scope && one.name === run.placement)?.snapshot
              }
              cluster={cluster.name}
            />
          ))}
        </Box>
      )}
    </SectionCard>
  );
};

const Line = ({ run, from, cluster }: { run: RunHere; from?: string; cluster: string }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const stageName = useStageName();
  const links = useLinks();
  const { snapshot: to } = run;
  const name = run.scope === '_' ? run.run : `${run.scope}/${run.run}`;
  return (
    <Box
      component="li"
      sx={{
        'display': 'flex',
        'gap': 1.5,
        'alignItems': 'center',
        'flexWrap': 'wrap',
        'px': 2,
        'py': 1.25,
        'fontSize': 13,
        'lineHeight': '18px',
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Icon run={run} />
      <Box sx={{ flex: 1, minWidth: { xs: 'calc(100% - 32px)', sm: 200 }, overflowWrap: 'anywhere' }}>
        {t('coming.line', {
          run: (
            <FleetLink to={links.run(name, { cluster })} sx={{ fontWeight: 500 }}>
              {run.run}
            </FleetLink>
          ),
          stage: stageName(run.stage),
          position: run.position,
          of: run.of,
        })}
        <Box sx={{ color: 'text.secondary', fontSize: 12, lineHeight: '16px' }}>
          <After run={run} />
        </Box>
      </Box>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', ml: { xs: 4, sm: 0 } }}>
        {to !== undefined && (
          <Box sx={{ color: 'text.secondary' }}>
            {from === undefined || from === to
              ? t('coming.snapshotTo', { to })
              : t('coming.snapshot', { from, to })}
          </Box>
        )}
        <RunClusterChip state={run.state} size="small" />
      </Box>
    </Box>
  );
};

const Icon = ({ run: { afterGate, state } }: { run: RunHere }) => {
  if (afterGate && state === 'notStarted')
    return <GateIcon kind={afterGate.kind} state={afterGate.state} size={20} />;
  const { icon, tone } = runClusterStatus(state);
  return <StatusIcon icon={icon} tone={tone} size={20} />;
};

const After = ({ run: { afterGate, placement, state } }: { run: RunHere }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  if (afterGate === undefined || state !== 'notStarted') return <>{t('coming.its', { placement })}</>;
  if (!isBuiltIn(afterGate.kind))
    return <>{t('coming.afterAdded', { placement, title: gateTitle(afterGate) })}</>;
  return <>{t(isForPeople(afterGate) ? 'coming.afterApproval' : 'coming.afterWait', { placement })}</>;
};
