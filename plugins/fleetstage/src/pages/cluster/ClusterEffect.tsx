import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Hub from '@mui/icons-material/Hub';
import Box from '@mui/material/Box';
import { messageOf } from '../../api/errors';
import { useClusterChange } from '../../api/whatIfQueries';
import { Consequence } from '../../components/acts/Consequence';
import { useDebounced } from '../../components/useDebounced';
import { clusterEditTranslationRef } from '../../translation/clusterEdit';

interface ClusterEffectProps {
  readonly name: string;
  readonly change: Schemas['ClusterChangeRequest'];
  /** Something would change. */
  readonly isReady: boolean;
}

const TYPING_MS = 400;

/** What the scheduler and the strategies would make of a change of a cluster. */
export const ClusterEffect = ({ name, change, isReady }: ClusterEffectProps) => {
  const isLeaving = change.leaves === true;
  const { t } = useTranslationRef(clusterEditTranslationRef);
  const asked = useDebounced(change, TYPING_MS);
  const { data, error } = useClusterChange(name, asked, isReady);
  if (!isReady) return <Consequence icon={Hub} title={t('effect.unchanged')} />;
  if (error && !data)
    return <Consequence icon={Hub} title={t('effect.failed', { message: messageOf(error) })} />;
  if (!data || asked !== change) return <Consequence icon={Hub} title={t('effect.asking')} />;
  const { placements, checked, total, strategies } = data;
  return (
    <Consequence
      icon={Hub}
      title={
        placements.length === 0
          ? t('effect.none', { count: checked })
          : t('effect.moves', { count: placements.length })
      }
    >
      <Box component="ul" sx={{ m: 0, pl: 2.25 }}>
        {placements.map(one => (
          <li key={`${one.scope}/${one.name}`}>
            {isLeaving && one.effect === 'loses' ? <Detached {...one} /> : <PlacementEffect {...one} />}
          </li>
        ))}
        {strategies.map(({ name: strategy, today, then }) => (
          <li key={strategy}>
            {t('effect.stage', {
              strategy,
              today: today.join(', ') || t('effect.noStage'),
              then: then.join(', ') || t('effect.noStage'),
            })}
          </li>
        ))}
      </Box>
      {strategies.length > 0 && <div>{t('effect.stageNote')}</div>}
      {checked < total && <div>{t('effect.part', { checked, total })}</div>}
    </Consequence>
  );
};

type PlacementEffectProps = NonNullable<ReturnType<typeof useClusterChange>['data']>['placements'][number];

/** Of a cluster that leaves nothing is removed: what is on it stays, and is no longer updated. */
const Detached = ({ scope, name, found, wanted }: PlacementEffectProps) => {
  const { t } = useTranslationRef(clusterEditTranslationRef);
  const placement = scope === '_' ? name : `${scope}/${name}`;
  return (
    <>
      {wanted === undefined
        ? t('effect.detachedOpen', { placement, count: found })
        : t('effect.detached', { placement, count: found, wanted })}
    </>
  );
};

const PlacementEffect = ({ scope, name, effect, found, wanted, why }: PlacementEffectProps) => {
  const { t } = useTranslationRef(clusterEditTranslationRef);
  const placement = scope === '_' ? name : `${scope}/${name}`;
  const isShort = wanted !== undefined && found < wanted;
  const words =
    effect === 'gains' || effect === 'loses'
      ? t(`effect.${effect}`, { placement })
      : t(isShort ? 'effect.short' : 'effect.shortOpen', { placement, found, wanted: wanted ?? found });
  return (
    <>
      {words}
      {`. ${why}`}
    </>
  );
};
