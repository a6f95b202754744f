import { useTranslationRef } from '@backstage/frontend-plugin-api';
import PlaylistPlay from '@mui/icons-material/PlaylistPlay';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/EmptyState';
import { NoMatch } from '../../components/NoMatch';
import { refName } from '../../model/entityNames';
import { runGroups, type RunFilters } from '../../model/runs/runFilters';
import { useUrlPatch } from '../../routing';
import { sharedTranslationRef } from '../../translation/shared';
import { runsTranslationRef } from '../../translation/runs';

interface RunsEmptyProps {
  readonly filters?: RunFilters;
  /** The act that follows where there is no run at all. */
  readonly createRun?: ReactNode;
}

const NONE = {
  q: undefined,
  state: undefined,
  placement: undefined,
  cluster: undefined,
  owner: undefined,
};

/** No run at all, or none that the filters let through. */
export const RunsEmpty = ({ filters, createRun }: RunsEmptyProps) => {
  const { t } = useTranslationRef(runsTranslationRef);
  const shared = useTranslationRef(sharedTranslationRef);
  const patch = useUrlPatch();
  if (filters === undefined) {
    return (
      <EmptyState icon={PlaylistPlay} title={t('empty.title')} body={t('empty.body')} actions={createRun} />
    );
  }
  const { q, state, placement, cluster, owner } = filters;
  return (
    <NoMatch
      title={words => t('empty.filteredTitle', { filters: words })}
      filters={[
        q && t('filter.name', { name: q }),
        placement && t('filter.placement', { name: placement }),
        cluster && t('filter.cluster', { name: cluster }),
        owner && shared.t('owner.is', { name: refName(owner) }),
        ...state.split(',').map(one => (runGroups.isGroup(one) ? t(`filter.${one}`) : one)),
      ]}
      onClear={() => patch(NONE)}
    />
  );
};
