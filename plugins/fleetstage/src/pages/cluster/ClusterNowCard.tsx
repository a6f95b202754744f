import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Actor } from '../../components/Actor';
import { ClampedText } from '../../components/ClampedText';
import { JoinGuide } from '../../components/guides/JoinGuide';
import { FleetLink } from '../../components/FleetLink';
import { NowCard } from '../../components/NowCard';
import { useNow, useTimeWords } from '../../components/useTimeWords';
import { WellCard } from '../../components/WellCard';
import { clusterNow, type Cluster, type ClusterNow, type PlacementHere } from '../../model/clusters/now';
import { linkName } from '../../model/placements/placementFilters';
import { memberStatus } from '../../model/status/member';
import { placementStatus } from '../../model/status/placement';
import { useGo, useLinks } from '../../routing';
import { clustersTranslationRef } from '../../translation/clusters';
import { statusTranslationRef } from '../../translation/status';
import { LeavingNow } from './LeavingNow';
import { DrainNow } from './drain/DrainNow';
import { JoinToken } from './JoinToken';

/** Characters of what is shown of a member: two or three sentences are never cut. */
const SENTENCES = 400;

type MemberTrouble = Exclude<Extract<ClusterNow, { kind: 'member' }>['state'], 'leaving'>;

/** What is wrong with the cluster, or with a placement on it; or that nothing is needed. */
export const ClusterNowCard = ({ cluster }: { cluster: Cluster }) => {
  const now = clusterNow(cluster);
  switch (now.kind) {
    case 'member':
      if (now.state === 'leaving') return <LeavingNow cluster={cluster} />;
      return <MemberNow cluster={cluster} state={now.state} />;
    case 'placement':
      return <PlacementNow cluster={cluster} placement={now.placement} />;
    default:
      return cluster.drain?.state === 'blocked' ? (
        <DrainNow drain={cluster.drain} />
      ) : (
        <Well cluster={cluster} />
      );
  }
};

const Well = ({ cluster: { since, placements: n, available, taints } }: { cluster: Cluster }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const { age } = useTimeWords();
  const now = useNow();
  const sentences = [
    since && t('now.healthyFor', { age: age(since, now) }),
    n === 0 && t('now.empty'),
    n > 0 && t(available === n ? 'now.allAvailable' : 'now.someAvailable', { available, count: n }),
    taints.length > 0 && t('now.tainted', { count: taints.length }),
  ];
  return (
    <WellCard
      title={t(available === n ? 'now.well' : 'now.healthy')}
      detail={sentences.filter(Boolean).join(' ')}
    />
  );
};

const MemberNow = ({ cluster, state }: { cluster: Cluster; state: MemberTrouble }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const { age } = useTimeWords();
  const now = useNow();
  const { tone, acts } = memberStatus(state);
  const { since, message } = cluster;
  const isDated = since !== undefined;
  const next = state === 'joining' && cluster.carrier === 'pull' ? 'agent' : NEXT[state];
  return (
    <NowCard
      tone={tone}
      title={isDated ? t(`now.states.${state}`, { age: age(since, now) }) : t(`now.plain.${state}`)}
      consequence={
        <>
          {message && <ClampedText text={message} cutFrom={SENTENCES} isSentences />}
          <Consequence state={state} count={cluster.placements} /> {next && t(`now.next.${next}`)}
        </>
      }
      actions={<JoinActions cluster={cluster} state={state} />}
      facts={
        acts === 'engine'
          ? []
          : [
              {
                label: t('now.whoCan'),
                value: <Actor blocker={{ actor: acts, clusters: [cluster.name] }} placement="" />,
              },
            ]
      }
    />
  );
};

const JoinActions = ({ cluster, state }: { cluster: Cluster; state: MemberTrouble }) => {
  const { joinsByToken, lastSeenAt } = cluster;
  if (joinsByToken && (state === 'joining' || state === 'noHeartbeat'))
    return <JoinToken variant="outlined" isNew={lastSeenAt !== undefined} />;
  return state === 'joining' && <JoinGuide variant="outlined" />;
};

/** What to do first; the message of the others says it. */
const NEXT: Partial<Record<MemberTrouble, 'reach' | 'probe'>> = {
  noHeartbeat: 'reach',
  unreachable: 'reach',
  joining: 'probe',
};

const Consequence = ({ state, count }: { state: MemberTrouble; count: number }): ReactNode => {
  const { t } = useTranslationRef(clustersTranslationRef);
  if (state === 'joining') return t('now.joiningBody');
  if (state === 'unhealthy') return t('now.unhealthyBody');
  return count === 0 ? t('now.keepsNone') : t('now.keeps', { count });
};

const PlacementNow = ({ cluster, placement }: { cluster: Cluster; placement: PlacementHere }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const status = useTranslationRef(statusTranslationRef);
  const links = useLinks();
  const go = useGo();
  const { age } = useTimeWords();
  const now = useNow();
  const { since, message, state, trouble } = placement;
  const { tone, label } = placementStatus(state, trouble);
  const href = links.placement(linkName(placement), { cluster: cluster.name });
  const words = {
    name: (
      // A name keeps its letters where a title begins with it.
      <FleetLink to={href} underline="always" sx={{ display: 'inline-block' }}>
        {placement.name}
      </FleetLink>
    ),
    state: status.t(label),
  };
  return (
    <NowCard
      tone={tone}
      title={since ? t('now.placement', { ...words, age: age(since, now) }) : t('now.placementNoAge', words)}
      consequence={
        <>
          {message && <ClampedText text={message} />}
          {t('now.rest', { available: cluster.available, n: cluster.placements })}
        </>
      }
      facts={
        trouble === undefined
          ? []
          : [
              {
                label: t('now.whoCan'),
                value: (
                  <Actor
                    blocker={{ actor: trouble.actor, clusters: [cluster.name] }}
                    placement={linkName(placement)}
                  />
                ),
              },
            ]
      }
      actions={
        <Button variant="contained" onClick={() => go(href)}>
          {t('now.open')}
        </Button>
      }
    />
  );
};
