import { useTranslationRef } from '@backstage/frontend-plugin-api';
import WifiOff from '@mui/icons-material/WifiOff';
import { usePlacement, type PlacementKey } from '../../api/placementQueries';
import { useOwnersSettled } from '../../api/useOwners';
import { unlessGone } from '../../api/errors';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { PlacementChip } from '../../components/chips';
import { PageFrame } from '../../components/PageFrame';
import { DetailSkeleton, SubtitleSkeleton } from '../../components/Skeletons';
import { StatusChip } from '../../components/StatusChip';
import { hasNoMembers, type Placement } from '../../model/placement/now';
import { useLinks, useParams } from '../../routing';
import { placementTranslationRef } from '../../translation/placement';
import { PlacementActions } from './PlacementActions';
import { PlacementContent } from './PlacementContent';
import { PlacementGone } from './PlacementGone';
import { PlacementSubtitle } from './PlacementSubtitle';
import { useWhatIfUrl } from './whatif/useWhatIfUrl';
import { WhatIfPage } from './whatif/WhatIfPage';

/** One placement, whole: `placements/:scope/:name`. */
export const PlacementPage = () => {
  const { scope = '_', name = '' } = useParams();
  return <PlacementOf key={`${scope}/${name}`} scope={scope} name={name} />;
};

const PlacementOf = (key: PlacementKey) =>
  useWhatIfUrl().isOpen ? <WhatIfPage {...key} /> : <PlacementAsItIs {...key} />;

const PlacementAsItIs = (key: PlacementKey) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const links = useLinks();
  const query = usePlacement(key);
  const isHeld = !useOwnersSettled('placement', 'cluster');
  const placement = isHeld ? undefined : unlessGone(query.data?.placement, query.error);
  return (
    <PageFrame
      title={key.name}
      breadcrumb={{ label: t('breadcrumb'), to: links.placements() }}
      chip={placement && <StateChip placement={placement} />}
      subtitle={
        placement ? (
          <PlacementSubtitle placement={placement} />
        ) : (
          query.error === null && (
            <>
              <SubtitleSkeleton lines={2} />
              <SubtitleSkeleton lines={3} />
            </>
          )
        )
      }
      hub={query.data?.hub}
      actions={placement && <PlacementActions placement={placement} />}
    >
      <AsyncBoundary
        query={query}
        what={t('what')}
        skeleton={<DetailSkeleton />}
        notFound={<PlacementGone {...key} />}
        isHeld={isHeld}
      >
        {data => <PlacementContent placement={data.placement} />}
      </AsyncBoundary>
    </PageFrame>
  );
};

/** The state with its numbers where numbers are what it is about; of what only a run holds, how the run stands. */
const StateChip = ({ placement }: { placement: Placement }) => {
  const { state, trouble, conditions, runIs, picked, wanted, available, silent } = placement;
  const { t } = useTranslationRef(placementTranslationRef);
  if (hasNoMembers(placement)) return <PlacementChip state="noMatch" label={t('chip.noMembers')} />;
  if (state === 'notEnoughClusters')
    return <PlacementChip state={state} label={t('chip.missing', { picked, wanted })} />;
  if (state === 'available' && silent !== undefined)
    return (
      <StatusChip
        icon={WifiOff}
        tone="warning"
        label={t('chip.availableBut', { available, picked, silent })}
      />
    );
  if (state === 'available')
    return <PlacementChip state={state} label={t('chip.available', { available, picked })} />;
  return <PlacementChip {...{ state, trouble, conditions, runIs }} />;
};
