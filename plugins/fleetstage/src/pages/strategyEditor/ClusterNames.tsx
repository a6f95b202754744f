import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { useTheme, type Theme } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import { useOwnersByName } from '../../api/useOwners';
import { FleetLink } from '../../components/FleetLink';
import { refName } from '../../model/entityNames';
import { statusTone } from '../../model/status/tone';
import { useLinks } from '../../routing';
import { strategyEditorTranslationRef } from '../../translation/strategyEditor';

interface ClusterNamesProps {
  readonly names: readonly string[];
  /** These are marked. */
  readonly wrong?: ReadonlySet<string>;
  readonly tone?: 'error' | 'warning';
  readonly most?: number;
}

/** Clusters by name, as links; pointing at one names its owners. */
export const ClusterNames = ({ names, wrong, tone = 'warning', most = 100 }: ClusterNamesProps) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const links = useLinks();
  const owners = useOwnersByName('cluster');
  const theme: Theme = useTheme();
  const marked = statusTone(theme, tone);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px 6px', alignItems: 'center' }}>
      {names.slice(0, most).map(name => (
        <Tooltip key={name} title={(owners.get(name) ?? []).map(refName).join(', ')} describeChild>
          <FleetLink
            to={links.cluster(name)}
            sx={{
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              px: 0.75,
              fontSize: 12,
              lineHeight: '20px',
              overflowWrap: 'anywhere',
              ...(wrong?.has(name) === true && {
                borderColor: marked.icon,
                backgroundColor: marked.surface,
                color: marked.text,
              }),
            }}
          >
            {name}
          </FleetLink>
        </Tooltip>
      ))}
      {names.length > most && (
        <Box component="span" sx={{ fontSize: 12, color: 'text.secondary' }}>
          {t('preview.moreNames', { count: names.length - most })}
        </Box>
      )}
    </Box>
  );
};
