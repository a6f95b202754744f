import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import type { ClusterGroup } from '../../model/clusters/groups';
import { clustersTranslationRef } from '../../translation/clusters';

interface GroupHeadingProps {
  readonly group: Pick<ClusterGroup<unknown>, 'value' | 'healthy' | 'rows'>;
  readonly label: string;
}

/** Which clusters follow, and how many of them are healthy. */
export const GroupHeading = ({ group: { value, healthy, rows }, label }: GroupHeadingProps) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  return (
    <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'baseline', minWidth: 0 }}>
      <Box sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {value === undefined ? t('noLabel', { label }) : `${label}=${value}`}
      </Box>
      <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{t('healthy', { healthy, n: rows.length })}</Box>
    </Box>
  );
};
