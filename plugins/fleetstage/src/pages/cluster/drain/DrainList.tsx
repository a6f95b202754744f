import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { FleetLink } from '../../../components/FleetLink';
import { StatusChip } from '../../../components/StatusChip';
import { drainItemLook, sortDrained, type DrainPlacement } from '../../../model/clusters/drain';
import { linkName } from '../../../model/placements/placementFilters';
import { useLinks } from '../../../routing';
import { drainTranslationRef } from '../../../translation/drain';
import { withCapital } from '../../../model/withCapital';

interface DrainListProps {
  readonly placements: readonly DrainPlacement[];
  readonly cluster: string;
  /** More would hide what is below; absent: all. */
  readonly atMost?: number;
}

/** Placement by placement: what becomes of it, and why. */
export const DrainList = ({ placements, cluster, atMost = placements.length }: DrainListProps) => {
  const { t } = useTranslationRef(drainTranslationRef);
  const shown = sortDrained(placements).slice(0, atMost);
  const more = placements.length - shown.length;
  return (
    <>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {shown.map(one => (
          <DrainRow key={linkName(one)} placement={one} cluster={cluster} />
        ))}
      </Box>
      {more > 0 && (
        <Box sx={{ mt: 0.5, fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>
          {t('more', { n: more })}
        </Box>
      )}
    </>
  );
};

const DrainRow = ({ placement, cluster }: { placement: DrainPlacement; cluster: string }) => {
  const { t } = useTranslationRef(drainTranslationRef);
  const links = useLinks();
  const { state, reason, move } = placement;
  const { icon, tone } = drainItemLook(state);
  const name = linkName(placement);
  return (
    <Box
      component="li"
      sx={{
        'display': 'grid',
        'gridTemplateColumns': { xs: 'minmax(0, 1fr)', sm: '152px minmax(0, 1fr)' },
        'columnGap': 1.5,
        'rowGap': 0.5,
        'alignItems': 'start',
        'py': 1,
        'borderTop': 1,
        'borderColor': 'divider',
        '&:first-of-type': { borderTop: 0 },
      }}
    >
      <Box>
        <StatusChip icon={icon} tone={tone} size="small" label={t(`item.${state}`)} />
      </Box>
      <Box sx={{ minWidth: 0, fontSize: 13, lineHeight: '18px', overflowWrap: 'anywhere' }}>
        <FleetLink to={links.placement(name, { cluster })} underline="always">
          {name}
        </FleetLink>
        {state !== 'evicted' && <Box sx={{ color: 'text.secondary' }}>{`${withCapital(reason)}.`}</Box>}
        {move && <Box>{`${withCapital(move.sentence)}.`}</Box>}
      </Box>
    </Box>
  );
};
