import { useTranslationRef } from '@backstage/frontend-plugin-api';
import ViewInAr from '@mui/icons-material/ViewInAr';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/EmptyState';
import { NoMatch } from '../../components/NoMatch';
import { refName } from '../../model/entityNames';
import { useCopy } from '../../components/useCopy';
import { EXAMPLE, placementGroups } from '../../model/placements/placementFilters';
import { useUrlPatch } from '../../routing';
import { placementsTranslationRef } from '../../translation/placements';
import { sharedTranslationRef } from '../../translation/shared';
import type { PlacementList } from './usePlacementList';

const NONE = {
  q: undefined,
  state: undefined,
  cluster: undefined,
  moves: undefined,
  run: undefined,
  owner: undefined,
};

/** No placement at all, or none that the filters let through. */
export const PlacementsEmpty = ({
  filters,
  create,
}: {
  filters?: PlacementList['filters'];
  create?: ReactNode;
}) => {
  const { t } = useTranslationRef(placementsTranslationRef);
  const shared = useTranslationRef(sharedTranslationRef);
  const patch = useUrlPatch();
  const copy = useCopy();
  if (filters === undefined) {
    return (
      <EmptyState
        icon={ViewInAr}
        title={t('empty.title')}
        body={t('empty.body')}
        actions={
          <>
            {create}
            <Button variant="outlined" color="inherit" onClick={() => copy(EXAMPLE, t('empty.copied'))}>
              {t('empty.copy')}
            </Button>
          </>
        }
      />
    );
  }
  const { q, state, cluster, moves, run, owner } = filters;
  return (
    <NoMatch
      title={words => t('empty.filteredTitle', { filters: words })}
      filters={[
        q && t('filter.name', { name: q }),
        cluster && t('filter.cluster', { name: cluster }),
        moves && t(`moves.${moves}`),
        run && t('moves.run', { name: run }),
        owner && shared.t('owner.is', { name: refName(owner) }),
        ...state.split(',').map(one => (placementGroups.isGroup(one) ? t(`filter.${one}`) : one)),
      ]}
      onClear={() => patch(NONE)}
    />
  );
};
