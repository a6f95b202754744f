import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Age } from '../../components/Age';
import { ClampedText } from '../../components/ClampedText';
import { ClusterChip, RunClusterChip } from '../../components/chips';
import { ConditionsTable } from '../../components/ConditionsTable';
import { FleetLink } from '../../components/FleetLink';
import { PermitButton } from '../../components/PermitButton';
import { useCopy } from '../../components/useCopy';
import { useStageName } from '../../components/useStageName';
import { useNow, useTimeWords } from '../../components/useTimeWords';
import { linkName } from '../../model/placements/placementFilters';
import { ordinal } from '../../model/run/ordinal';
import type { Run } from '../../model/run/pipeline';
import { isTrouble } from '../../model/status/runCluster';
import { useLinks } from '../../routing';
import { runTranslationRef } from '../../translation/run';
import { workloadsTranslationRef } from '../../translation/workloads';
import { EarlierRuns } from './EarlierRuns';
import { useRunUrl } from './useRunUrl';

interface FactsProps {
  readonly run: Run;
  readonly detail: Schemas['RunClusterDetail'];
}

/** State and cause, what fails, the proof, the conditions, earlier runs; links and acts. */
export const ClusterFacts = ({ run, detail }: FactsProps) => {
  const { t } = useTranslationRef(runTranslationRef);
  const stageName = useStageName();
  const { cluster, failed, conditions, earlierRuns } = detail;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <RunClusterChip state={cluster.state} />
          {cluster.since && (
            <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
              <Age at={cluster.since} />
            </Box>
          )}
          <Box sx={{ ml: 'auto', fontSize: 13, color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {t(`drawer.position.${ordinal(detail.position)}`, {
              position: detail.position,
              of: detail.of,
              stage: stageName(detail.stage),
            })}
          </Box>
        </Box>
        {cluster.cause && (
          <Box sx={{ mt: 1 }}>
            <ClampedText text={cluster.cause} />
          </Box>
        )}
        <Tries detail={detail} />
      </Box>
      <Acts run={run} detail={detail} />
      {failed.length > 0 && (
        <Part title={t('drawer.failed')}>
          {failed.map(object => (
            <FailedObject key={`${object.kind} ${object.namespace} ${object.name}`} object={object} />
          ))}
        </Part>
      )}
      <Proof detail={detail} />
      <Member detail={detail} />
      {conditions.length > 0 && (
        <Part title={t('drawer.conditions')}>
          <Box sx={{ mx: -2 }}>
            <ConditionsTable conditions={conditions} caption={t('drawer.conditions')} />
          </Box>
        </Part>
      )}
      {earlierRuns.length > 0 && (
        <Part title={t('drawer.earlier')}>
          <EarlierRuns scope={run.scope} runs={earlierRuns} />
        </Part>
      )}
    </Box>
  );
};

export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box component="section">
    <Box component="h3" sx={{ m: 0, mb: 0.5, fontSize: 14, lineHeight: '20px', fontWeight: 500 }}>
      {title}
    </Box>
    {children}
  </Box>
);

const FailedObject = ({ object }: { object: Schemas['FailedObject'] }) => (
  <Box sx={{ py: 0.75, fontSize: 13 }}>
    {object.kind}{' '}
    <strong style={{ fontWeight: 500 }}>
      {object.namespace ? `${object.namespace}/${object.name}` : object.name}
    </strong>
    <Box sx={{ fontFamily: 'monospace', fontSize: 12, color: 'text.secondary' }}>{object.reason}</Box>
    <ClampedText text={object.message} />
  </Box>
);

const Tries = ({ detail: { attempts = 0, nextTryAt, lastError } }: { detail: FactsProps['detail'] }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const { clock } = useTimeWords();
  const now = useNow();
  if (attempts === 0 && lastError === undefined) return null;
  const tries = [
    attempts > 0 ? t('drawer.tries', { count: attempts }) : '',
    nextTryAt ? t('drawer.nextTry', { time: clock(nextTryAt, now) }) : '',
  ];
  return (
    <Box sx={{ mt: 0.5, fontSize: 13, color: 'text.secondary' }}>
      {tries.filter(Boolean).join(', ')}
      {lastError && <ClampedText text={lastError} />}
    </Box>
  );
};

const Proof = ({ detail: { proof } }: { detail: FactsProps['detail'] }) => {
  const { t } = useTranslationRef(runTranslationRef);
  if (proof === undefined) return null;
  const { snapshot } = proof;
  return (
    <Part title={t('drawer.proof')}>
      <Box sx={{ fontSize: 13 }}>
        {proof.isOfThisRun ? t('drawer.proofOwn', { snapshot }) : t('drawer.proofOld', { snapshot })}
      </Box>
      <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
        {proof.availableSince && (
          <div>{t('drawer.availableSince', { age: <Age at={proof.availableSince} /> })}</div>
        )}
        {proof.observedAt && <div>{t('drawer.observed', { ago: <Age at={proof.observedAt} isAgo /> })}</div>}
      </Box>
    </Part>
  );
};

const Member = ({ detail: { memberState, lastSeenAt } }: { detail: FactsProps['detail'] }) => {
  const { t } = useTranslationRef(runTranslationRef);
  if (memberState === undefined) return null;
  return (
    <Part title={t('drawer.member')}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', fontSize: 13, color: 'text.secondary' }}>
        <ClusterChip state={memberState} size="small" />
        {lastSeenAt && t('drawer.lastSeen', { ago: <Age at={lastSeenAt} isAgo /> })}
      </Box>
    </Part>
  );
};

const Acts = ({ run, detail: { cluster, stage } }: FactsProps) => {
  const { t } = useTranslationRef(runTranslationRef);
  const workloads = useTranslationRef(workloadsTranslationRef);
  const links = useLinks();
  const url = useRunUrl(run);
  const copy = useCopy();
  const stageName = useStageName();
  const asText = [
    `${run.name}, ${stageName(stage)}, ${cluster.name}: ${cluster.state}`,
    cluster.cause ?? '',
    window.location.href,
  ]
    .filter(Boolean)
    .join('\n');
  return (
    <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', alignItems: 'center', fontSize: 13 }}>
      {isTrouble(cluster.state) && !run.isOver && (
        <PermitButton
          permit={run.may.retry}
          variant="outlined"
          color="inherit"
          size="small"
          onClick={() => url.retry([cluster.name])}
        >
          {t('drawer.retry')}
        </PermitButton>
      )}
      <FleetLink to={links.cluster(cluster.name)}>{t('drawer.openCluster')}</FleetLink>
      <FleetLink
        to={links.placement(linkName({ scope: run.scope, name: run.placement }), { cluster: cluster.name })}
      >
        {t('drawer.openPlacement')}
      </FleetLink>
      <FleetLink
        to={links.placement(linkName({ scope: run.scope, name: run.placement }), { workloads: cluster.name })}
      >
        {workloads.t('open')}
      </FleetLink>
      <Button size="small" onClick={() => copy(asText)}>
        {t('drawer.copyText')}
      </Button>
    </Box>
  );
};
