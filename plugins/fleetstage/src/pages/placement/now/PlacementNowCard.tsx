import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { usePlacementClusters } from '../../../api/placementQueries';
import { usePages } from '../../../api/useFleetQuery';
import { useShortageSuggestion } from '../../../api/whatIfQueries';
import { Age } from '../../../components/Age';
import { MessageText } from '../../../components/MessageText';
import { NowCard, type NowFact } from '../../../components/NowCard';
import { StageBars } from '../../../components/StageBars';
import { useNow, useTimeWords } from '../../../components/useTimeWords';
import { WellCard } from '../../../components/WellCard';
import { rolloutBlockers } from '../../../model/blockers';
import { causeName } from '../../../model/placement/causes';
import {
  heldRun,
  movingRun,
  placementNow,
  type Placement,
  type PlacementNow,
} from '../../../model/placement/now';
import { placementTranslationRef } from '../../../translation/placement';
import { useCauseWords } from '../clusters/useCauseWords';
import { Actors } from './Actors';
import { LeavingClusters } from './LeavingClusters';
import { isNowAtBottom, NowActions } from './NowActions';
import { useNowBody, useNowTitle } from './useNowWords';

/** What is wrong or under way, since when, who can act; or that nothing is needed. */
export const PlacementNowCard = ({ placement }: { placement: Placement }) => {
  const now = placementNow(placement);
  return (
    <Box sx={{ mb: 1 }}>
      {now.kind === 'well' ? <Well placement={placement} /> : <Card placement={placement} now={now} />}
    </Box>
  );
};

const Well = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const { age } = useTimeWords();
  const now = useNow();
  const { picked, available, since, state } = placement;
  const numbers = { available, count: picked };
  const ofAvailable = since
    ? t('now.availableFor', { ...numbers, age: age(since, now) })
    : t('now.available', numbers);
  const ofAny = state === 'diffReported' ? t('now.compared', numbers) : ofAvailable;
  return <WellCard title={t('now.well')} detail={picked === 0 ? t('now.noCluster') : ofAny} />;
};

const Card = ({ placement, now }: { placement: Placement; now: PlacementNow }) => {
  const titleOf = useNowTitle(placement);
  const bodyOf = useNowBody(placement);
  const facts = useFacts(placement, now);
  return (
    <NowCard
      tone={now.tone}
      title={titleOf(now.kind)}
      consequence={bodyOf(now.kind)}
      facts={facts}
      actions={<NowActions placement={placement} kind={now.kind} />}
      hidesActionsWhenSmall={isNowAtBottom(now.kind) && now.kind !== 'runHeld'}
    />
  );
};

function useFacts(placement: Placement, { kind, acts }: PlacementNow): readonly NowFact[] {
  const { t } = useTranslationRef(placementTranslationRef);
  const { count } = useCauseWords();
  const way = useShortageSuggestion(placement, kind === 'missing').data?.way;
  // Its owner always can; the suggested way may need others.
  const actors = kind === 'missing' && way ? [...new Set([acts, ...way.actors])] : [acts];
  const failing = useFailingClusters(
    placement,
    (kind === 'notAvailable' || kind === 'silent') && acts === 'clusterOwner',
  );
  const owned = holdingClusters(placement, kind) ?? way?.clusters ?? failing;
  const who = {
    label: t('now.whoCan'),
    value: <Actors actors={actors} placement={placement} clusters={owned} />,
  };
  if (kind === 'moving')
    return [...movingFacts(placement, t('now.waitsFor')), ...(acts === 'engine' ? [] : [who])];
  if (kind === 'runHeld') return [...barsOf(placement), ...(acts === 'engine' ? [] : [who])];
  if (kind === 'noRun') return [];
  if (kind === 'deleting') {
    const { clusters = [] } = placement.leaving ?? {};
    if (clusters.length === 0) return [];
    const waits = { label: t('now.deletingWaits'), value: <LeavingClusters clusters={clusters} /> };
    return acts === 'engine' ? [waits] : [who, waits];
  }
  if (kind !== 'missing' && kind !== 'noMatch') return acts === 'engine' ? [] : [who];
  const others = placement.causes.filter(({ cause }) => causeName(cause) !== 'Picked');
  const n = placement.refused.clusters;
  if (n === 0) return [who];
  return [
    who,
    {
      label: t(kind === 'missing' ? 'now.causes' : 'now.causesAll', { count: n }),
      value: (
        <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 2 }}>
          {others.map(({ cause, clusters }) => (
            <span key={cause}>{count(cause, clusters)}</span>
          ))}
        </Box>
      ),
    },
  ];
}

/** The clusters that hold its run, or its rolling update: their owners can act. */
function holdingClusters(placement: Placement, kind: PlacementNow['kind']): readonly string[] | undefined {
  if (kind === 'runHeld') return heldRun(placement)?.waitsFor?.clusters;
  return kind === 'held' ? rolloutBlockers(placement.blockers).at(0)?.clusters : undefined;
}

/** How far the run is, and what holds it. */
function movingFacts(placement: Placement, waitsFor: string): readonly NowFact[] {
  const { state, waitsFor: { message, since } = {} } = movingRun(placement) ?? {};
  // The title says how long an approval is awaited.
  const isDated = since !== undefined && state !== 'waitingForApproval';
  const held = (
    <>
      {message && <MessageText text={message} />}
      {isDated && (
        <Box component="span" sx={{ color: 'text.secondary', ml: 1 }}>
          <Age at={since} />
        </Box>
      )}
    </>
  );
  return [...barsOf(placement), ...(message ? [{ label: waitsFor, value: held }] : [])];
}

function barsOf(placement: Placement): readonly NowFact[] {
  const run = movingRun(placement);
  if (run === undefined) return [];
  const bars = (
    <Box sx={{ width: { xs: '100%', sm: 460 }, maxWidth: '100%' }}>
      <StageBars stages={run.stages} hasNames />
    </Box>
  );
  return [{ value: bars }];
}

/** The one that `Show why` opens: its owner can act. */
function useFailingClusters({ scope, name }: Placement, isAsked: boolean): readonly string[] | undefined {
  const first = usePages(usePlacementClusters({ scope, name }, { limit: 1 }, isAsked).data)?.items.at(0);
  return isAsked && first ? [first.cluster] : undefined;
}
