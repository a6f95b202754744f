import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { useCluster } from '../api/placementQueries';
import { Age } from '../components/Age';
import { AsyncBoundary } from '../components/AsyncBoundary';
import { PlacementChip } from '../components/chips';
import { ClampedText } from '../components/ClampedText';
import { ClusterStateChip } from '../components/ClusterStateChip';
import { FactList } from '../components/FactList';
import { FleetLink } from '../components/FleetLink';
import { UsageBar } from '../components/UsageBar';
import { isWell, sortPlacements, type Cluster } from '../model/clusters/now';
import { usedOf } from '../model/clusters/usage';
import { linkName } from '../model/placements/placementFilters';
import { saysItAll } from '../model/status/placement';
import { useLinks } from '../routing';
import { catalogTranslationRef } from '../translation/catalog';
import { clustersTranslationRef } from '../translation/clusters';
import { LineSkeleton } from '../components/LineSkeleton';

/** State, heartbeat, version and size, what is in use, taints, placements, next run. */
export const ClusterFacts = ({ name }: { name: string }) => {
  const { t } = useTranslationRef(catalogTranslationRef);
  const query = useCluster(name);
  return (
    <AsyncBoundary
      query={query}
      what={t('whatCluster')}
      skeleton={<LineSkeleton />}
      notFound={t('missingClusterTitle', { name })}
      isPart
    >
      {({ cluster }) => <Facts cluster={cluster} />}
    </AsyncBoundary>
  );
};

const Facts = ({ cluster }: { cluster: Cluster }) => {
  const { t } = useTranslationRef(catalogTranslationRef);
  const words = useTranslationRef(clustersTranslationRef);
  const { lastSeenAt, kubernetesVersion, nodes, taints, placements, available } = cluster;
  const size = [kubernetesVersion, nodes !== undefined && t('nodes', { count: nodes })]
    .filter(Boolean)
    .join(', ');
  const facts = [
    { label: t('state'), value: <State cluster={cluster} /> },
    { label: t('heartbeat'), value: lastSeenAt ? <Age at={lastSeenAt} isAgo /> : t('never') },
    { label: t('kubernetes'), value: size === '' ? undefined : size },
    { label: t('inUse'), value: hasUsage(cluster) ? <InUse cluster={cluster} /> : undefined },
    {
      label: t('taints'),
      value: taints.length === 0 ? t('noTaints') : words.t('taints', { count: taints.length }),
    },
    {
      label: t('placements'),
      value: (
        <>
          {t('placementsOf', { n: placements, available })}
          <Trouble cluster={cluster} />
        </>
      ),
    },
    { label: t('next'), value: <NextRun cluster={cluster} /> },
  ];
  return <FactList facts={facts.filter(({ value }) => value !== undefined)} />;
};

const State = ({ cluster }: { cluster: Cluster }) => (
  <>
    <ClusterStateChip cluster={cluster} />
    {cluster.message && cluster.state !== 'healthy' && (
      <Box sx={{ mt: 0.5 }}>
        <ClampedText text={cluster.message} />
      </Box>
    )}
  </>
);

const MOST_SHOWN = 4;

/** The placements that are not available here, trouble first: which, what, for how long. */
const Trouble = ({ cluster }: { cluster: Cluster }) => {
  const { t } = useTranslationRef(catalogTranslationRef);
  const links = useLinks();
  const all = sortPlacements(cluster.placementsHere.filter(one => !isWell(one)));
  if (all.length === 0) return null;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 0.5, p: 0, display: 'grid', gap: 0.75 }}>
      {all.slice(0, MOST_SHOWN).map(one => (
        <Box component="li" key={linkName(one)}>
          <Box sx={{ display: 'flex', gap: '2px 8px', flexWrap: 'wrap', alignItems: 'center' }}>
            <FleetLink underline="always" to={links.placement(linkName(one), { cluster: cluster.name })}>
              {linkName(one)}
            </FleetLink>
            <PlacementChip state={one.state} trouble={one.trouble} conditions={one.conditions} size="small" />
            {one.since && (
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {t('since', { age: <Age at={one.since} /> })}
              </Box>
            )}
          </Box>
          {one.message && !saysItAll(one.state, one.conditions ?? []) && (
            <Box sx={{ color: 'text.secondary' }}>
              <ClampedText text={one.message} />
            </Box>
          )}
        </Box>
      ))}
      {all.length > MOST_SHOWN && (
        <li>
          <FleetLink
            underline="always"
            sx={{ lineHeight: '24px' }}
            to={links.cluster(cluster.name, { show: 'notAvailable' })}
          >
            {t('more', { count: all.length - MOST_SHOWN })}
          </FleetLink>
        </li>
      )}
    </Box>
  );
};

const hasUsage = ({ cpu, memory }: Cluster) => usedOf(cpu) !== undefined || usedOf(memory) !== undefined;

const InUse = ({ cluster: { cpu, memory } }: { cluster: Cluster }) => (
  <Box sx={{ display: 'grid', gap: 0.25 }}>
    <UsageBar name="cpu" usage={cpu} hasWords />
    <UsageBar name="memory" usage={memory} hasWords />
  </Box>
);

const NextRun = ({ cluster: { runsHere } }: { cluster: Cluster }) => {
  const { t } = useTranslationRef(catalogTranslationRef);
  const links = useLinks();
  const next = runsHere.find(({ state }) => state !== 'updated' && state !== 'removed');
  if (next === undefined) return <>{t('noNext')}</>;
  const { run, scope, position, of, stage } = next;
  const link = (
    <FleetLink underline="always" to={links.run(scope === '_' ? run : `${scope}/${run}`)}>
      {run}
    </FleetLink>
  );
  return <>{t('nextRun', { run: link, position, of, stage })}</>;
};
