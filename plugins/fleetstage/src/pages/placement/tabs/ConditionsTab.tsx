import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { ConditionsTable } from '../../../components/ConditionsTable';
import { SectionCard } from '../../../components/SectionCard';
import { TrackList } from '../../../components/TrackList';
import { keyOf } from '../../../model/overrides/overrideList';
import { conditionTrack, falseTone } from '../../../model/status/conditions';
import type { Placement } from '../../../model/placement/now';
import { useLinks } from '../../../routing';
import { placementConditionsTranslationRef } from '../../../translation/placementConditions';
import { StatusCopyCard } from './StatusCopyCard';

/** The conditions of the whole placement: meaning first, then as they are on the hub. */
export const ConditionsTab = ({ placement }: { placement: Placement }) => {
  const { conditions, trouble } = placement;
  const { t } = useTranslationRef(placementConditionsTranslationRef);
  const links = useLinks();
  if (conditions.length === 0) {
    return (
      <SectionCard title={t('conditions.title')} hasPadding>
        {t('conditions.none')}
      </SectionCard>
    );
  }
  const track = conditionTrack(conditions);
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <SectionCard title={t('conditions.meaning')} hasPadding>
        <TrackList conditions={conditions} trouble={trouble} />
      </SectionCard>
      <SectionCard title={t('conditions.raw')}>
        <ConditionsTable
          conditions={conditions}
          caption={t('conditions.title')}
          falseToneOf={condition => {
            const step = track.find(one => one.condition === condition);
            return step && falseTone(step, trouble);
          }}
          linkOf={({ type, reason }) =>
            type === 'Overridden' && reason !== 'NoOverrideSpecified'
              ? links.overrides({ q: keyOf(placement) })
              : undefined
          }
        />
      </SectionCard>
      <StatusCopyCard copy={placement.statusCopy} />
    </Box>
  );
};
