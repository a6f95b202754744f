import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { Actor } from '../../../components/Actor';
import { Age } from '../../../components/Age';
import { ClampedText } from '../../../components/ClampedText';
import { FleetLink } from '../../../components/FleetLink';
import type { NowFact } from '../../../components/NowCard';
import { isOfClusters, useCauseText } from '../../../components/useCauseText';
import { linkName } from '../../../model/placements/placementFilters';
import type { Run } from '../../../model/run/pipeline';
import { useLinks } from '../../../routing';
import { causeTranslationRef } from '../../../translation/cause';
import { workloadsTranslationRef } from '../../../translation/workloads';

/** The loudest trouble of clusters: which, why in the engine's words, and who can act. */
export function useCauseFacts({ blockers, scope, placement: name }: Run): NowFact[] {
  const { t } = useTranslationRef(causeTranslationRef);
  const workloads = useTranslationRef(workloadsTranslationRef);
  const links = useLinks();
  const placement = linkName({ scope, name });
  const causeText = useCauseText();
  const blocker = blockers.find(isOfClusters);
  if (blocker === undefined) return [];
  const {
    clusters: [cluster],
    state,
    since,
  } = blocker;
  return [
    {
      label: t('why'),
      value: (
        <>
          <ClampedText text={causeText(blocker)} />
          <FleetLink to={links.placement(placement, { workloads: cluster })}>{workloads.t('open')}</FleetLink>
        </>
      ),
    },
    ...(since === undefined
      ? []
      : [{ label: t(state === 'failing' ? 'for.failing' : 'for.stuck'), value: <Age at={since} /> }]),
    { label: t('acts'), value: <Actor blocker={blocker} placement={placement} /> },
  ];
}
