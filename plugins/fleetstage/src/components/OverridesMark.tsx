import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Tune from '@mui/icons-material/Tune';
import Box from '@mui/material/Box';
import { keyOf } from '../model/overrides/overrideList';
import { useLinks } from '../routing';
import { overridesTranslationRef } from '../translation/overrides';
import { FleetLink } from './FleetLink';

/** The mark "n overrides" beside a state; nothing where there are none. One leads to its page. */
export const OverridesMark = ({ overrides = [] }: { overrides?: readonly Schemas['ClusterOverride'][] }) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const links = useLinks();
  if (overrides.length === 0) return null;
  const label = t('mark', { count: overrides.length });
  const [first] = overrides;
  return (
    <Box
      title={overrides.map(keyOf).join(', ')}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        fontSize: 12,
        lineHeight: '16px',
        color: 'text.secondary',
      }}
    >
      <Tune aria-hidden sx={{ fontSize: 14, flex: 'none' }} />
      {overrides.length === 1 && first ? (
        <FleetLink to={links.override(keyOf(first))} sx={{ lineHeight: '24px' }}>
          {label}
        </FleetLink>
      ) : (
        label
      )}
    </Box>
  );
};
