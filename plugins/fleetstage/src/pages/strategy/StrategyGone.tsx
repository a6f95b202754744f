import { useTranslationRef } from '@backstage/frontend-plugin-api';
import SearchOff from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { StrategyKey } from '../../api/strategyEditorQueries';
import { EmptyState } from '../../components/EmptyState';
import { linkName } from '../../model/placements/placementFilters';
import { RouterLink, useLinks } from '../../routing';
import { strategiesTranslationRef } from '../../translation/strategies';
import { StrategyHistory } from './StrategyHistory';

/** An address that leads to no strategy: where to go, and its history if it had one. */
export const StrategyGone = ({ of }: { of: StrategyKey }) => {
  const { t } = useTranslationRef(strategiesTranslationRef);
  const links = useLinks();
  return (
    <Stack spacing={2.5}>
      <EmptyState
        icon={SearchOff}
        title={t('gone.title', { name: linkName(of) })}
        body={t('gone.body')}
        actions={
          <Button variant="contained" component={RouterLink} to={links.strategies()}>
            {t('gone.toList')}
          </Button>
        }
      />
      <StrategyHistory of={of} isOnlyIfAny />
    </Stack>
  );
};
