import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import type { PlacementKey } from '../../api/placementQueries';
import { useWorkload } from '../../api/workloadQueries';
import { Age } from '../../components/Age';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { ClampedText } from '../../components/ClampedText';
import { ConditionsTable } from '../../components/ConditionsTable';
import { PageTabs } from '../../components/PageTabs';
import { TableSkeleton } from '../../components/Skeletons';
import { StatusChip } from '../../components/StatusChip';
import { workloadLooks } from '../../model/status/workload';
import { fullName, type WorkloadRef } from '../../model/workloads/workloadRef';
import { workloadsTranslationRef } from '../../translation/workloads';
import { LogsPart } from './LogsPart';
import { PARTS, useWorkloadsUrl } from './useWorkloadsUrl';
import { YamlPart } from './YamlPart';

interface DetailsProps {
  readonly placement: PlacementKey;
  readonly cluster: string;
  readonly object: WorkloadRef;
}

type Detail = Schemas['WorkloadDetail'];

/** One object: how it does, and its parts. */
export const WorkloadDetails = ({ placement, cluster, object }: DetailsProps) => {
  const { t } = useTranslationRef(workloadsTranslationRef);
  const query = useWorkload(placement, cluster, object);
  return (
    <AsyncBoundary query={query} what={t('whatObject', { ...object })} skeleton={<TableSkeleton />} isPart>
      {detail => <Shown placement={placement} cluster={cluster} object={object} detail={detail} />}
    </AsyncBoundary>
  );
};

const Shown = ({ detail, ...where }: DetailsProps & { readonly detail: Detail }) => {
  const { t } = useTranslationRef(workloadsTranslationRef);
  const { part, setPart } = useWorkloadsUrl();
  const hasLogs = (detail.containers ?? []).length > 0;
  const shown = part === 'logs' && !hasLogs ? PARTS[0] : part;
  const counts = { conditions: detail.conditions.length, events: detail.events.length };
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Head detail={detail} />
      <PageTabs
        name="workload"
        label={t('tabs.label')}
        tabs={PARTS.filter(id => id !== 'logs' || hasLogs).map(id => ({
          id,
          label: t(`tabs.${id}`),
          ...(id in counts && { count: counts[id as keyof typeof counts] }),
        }))}
        value={shown}
        onChange={setPart}
      >
        <>
          {shown === 'conditions' && <Conditions detail={detail} />}
          {shown === 'events' && <Events detail={detail} />}
          {shown === 'yaml' && <YamlPart detail={detail} />}
          {shown === 'logs' && (
            <LogsPart {...where} containers={detail.containers ?? []} permit={detail.mayReadLogs} />
          )}
        </>
      </PageTabs>
    </Box>
  );
};

const Head = ({ detail }: { detail: Detail }) => {
  const { t } = useTranslationRef(workloadsTranslationRef);
  const { health, message, live, isPlaced } = detail;
  return (
    <Box>
      <Box component="h3" sx={{ m: 0, fontSize: 16, fontWeight: 500, overflowWrap: 'anywhere' }}>
        {detail.kind} {fullName(detail)}
      </Box>
      <Box sx={{ mt: 0.75, display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <StatusChip {...workloadLooks[health]} label={t(`health.${health}`)} size="small" />
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t(isPlaced ? 'placed' : 'owned')}</Box>
      </Box>
      {message && (
        <Box sx={{ mt: 1 }}>
          <ClampedText text={message} />
        </Box>
      )}
      {live === undefined && <Box sx={{ mt: 1 }}>{t('notThere')}</Box>}
    </Box>
  );
};

const Conditions = ({ detail: { conditions } }: { detail: Detail }) => {
  const { t } = useTranslationRef(workloadsTranslationRef);
  if (conditions.length === 0) return <Box sx={{ color: 'text.secondary' }}>{t('noConditions')}</Box>;
  return (
    <Box sx={{ mx: -2 }}>
      <ConditionsTable conditions={conditions} caption={t('tabs.conditions')} />
    </Box>
  );
};

const Events = ({ detail: { events } }: { detail: Detail }) => {
  const { t } = useTranslationRef(workloadsTranslationRef);
  if (events.length === 0) return <Box sx={{ color: 'text.secondary' }}>{t('noEvents')}</Box>;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {events.map((event, i) => (
        <Box
          component="li"
          key={`${event.reason} ${event.at} ${i}`}
          sx={{ py: 1, borderTop: i > 0 ? 1 : 0, borderColor: 'divider', fontSize: 13, lineHeight: '18px' }}
        >
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
            <StatusChip
              tone={event.type === 'Warning' ? 'warning' : 'neutral'}
              label={event.reason}
              size="small"
            />
            <Box sx={{ color: 'text.secondary' }}>{event.at && <Age at={event.at} isAgo />}</Box>
            {event.count > 1 && (
              <Box sx={{ color: 'text.secondary' }}>{t('times', { count: event.count })}</Box>
            )}
          </Box>
          <ClampedText text={event.message} />
        </Box>
      ))}
    </Box>
  );
};
