import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { useClusterDrain } from '../../../api/placementQueries';
import { Age } from '../../../components/Age';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { DrainChip } from '../../../components/DrainChip';
import { FactList } from '../../../components/FactList';
import { LineSkeleton } from '../../../components/LineSkeleton';
import { Person } from '../../../components/Person';
import { SectionCard } from '../../../components/SectionCard';
import { countDrained } from '../../../model/clusters/drain';
import type { Cluster } from '../../../model/clusters/now';
import { drainTranslationRef } from '../../../translation/drain';
import { DrainList } from './DrainList';

/** How far the drain of a cluster is, what holds it and what to do; nothing where it is not cordoned. */
export const DrainCard = ({ cluster }: { cluster: Cluster }) => {
  const { t } = useTranslationRef(drainTranslationRef);
  const { drain, name } = cluster;
  if (drain === undefined) return null;
  if (drain.state === 'cordoned')
    return (
      <SectionCard title={t('cardCordoned')} action={<DrainChip drain={drain} />} hasPadding>
        <Box sx={{ fontSize: 13, lineHeight: '18px' }}>{`${t('cordons')} ${t('cordonedHelp')}`}</Box>
      </SectionCard>
    );
  return (
    <SectionCard title={t('card')} action={<DrainChip drain={drain} />} hasPadding>
      <Progress name={name} height={heightOf(drain)} />
    </SectionCard>
  );
};

const HEAD_PX = 130;
const ROW_PX = { gone: 34, here: 48 };

/** About what the progress takes, so that what is below stays where it is when it comes. */
const heightOf = ({ evicted = 0, total = 0, stays = 0 }: NonNullable<Cluster['drain']>) =>
  HEAD_PX + evicted * ROW_PX.gone + (total - evicted + stays) * ROW_PX.here;

const Progress = ({ name, height }: { name: string; height: number }) => {
  const { t } = useTranslationRef(drainTranslationRef);
  const query = useClusterDrain(name);
  return (
    <AsyncBoundary query={query} what={t('what')} skeleton={<Room height={height} />}>
      {progress => <ProgressOf progress={progress} cluster={name} />}
    </AsyncBoundary>
  );
};

const Room = ({ height }: { height: number }) => (
  <Box sx={{ minHeight: height }}>
    <LineSkeleton />
  </Box>
);

const ProgressOf = ({ progress, cluster }: { progress: Schemas['ClusterDrain']; cluster: string }) => {
  const { sentence, evicted, total, request, placements } = progress;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, fontSize: 13, lineHeight: '18px' }}>
      <Box sx={{ fontWeight: 500 }}>{sentence}</Box>
      {total > 0 && (
        <LinearProgress
          aria-hidden
          variant="determinate"
          value={(100 * evicted) / total}
          color={progress.state === 'blocked' ? 'warning' : progress.state === 'drained' ? 'success' : 'info'}
          sx={{ height: 6, borderRadius: 1 }}
        />
      )}
      <Facts request={request} placements={placements} />
      {placements.length > 0 && <DrainList placements={placements} cluster={cluster} />}
    </Box>
  );
};

const Facts = ({ request, placements }: Pick<Schemas['ClusterDrain'], 'request' | 'placements'>) => {
  const { t } = useTranslationRef(drainTranslationRef);
  const helps = [
    countDrained(placements, 'blocked') > 0 && t('blockedHelp'),
    countDrained(placements, 'invalid') > 0 && t('invalidHelp'),
    countDrained(placements, 'stays') > 0 && t('staysHelp'),
  ].filter(Boolean);
  const facts = [
    request && {
      label: t('askedBy'),
      value: (
        <>
          {request.by === undefined ? t('unknown') : <Person person={{ ref: request.by }} />}
          {request.at !== undefined && (
            <>
              {', '}
              <Age at={request.at} isAgo />
            </>
          )}
        </>
      ),
    },
    request?.reason !== undefined && { label: t('askedWhy'), value: request.reason },
    helps.length > 0 && { label: t('whatToDo'), value: helps.join(' ') },
  ];
  return <FactList facts={facts.filter(fact => fact !== undefined && fact !== false)} />;
};
