import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { usePreview } from '../api/previewQueries';
import { useLinks } from '../routing';
import { previewTranslationRef } from '../translation/preview';
import { FleetLink } from './FleetLink';
import { useVariantTitle } from './useVariantTitle';

interface VariantsLineProps {
  /** Cluster-scoped: only these are moved by runs. */
  readonly placement: string;
  /** With what it has frozen; absent: what a new one would freeze. */
  readonly run?: string;
}

const MAX_SHOWN = 3;

/** `14 clusters without overrides, 4 clusters with 1 override`; nothing where no cluster has any, or nobody knows. */
export const VariantsLine = ({ placement, run }: VariantsLineProps) => {
  const { t } = useTranslationRef(previewTranslationRef);
  const links = useLinks();
  const { data } = usePreview({ scope: '_', name: placement }, { run });
  const groups = foldByOverrides(data?.variants ?? []);
  if (!groups.some(({ overrides }) => overrides.length > 0)) return null;
  return (
    <Box sx={{ fontSize: 13, lineHeight: '20px', py: 1 }}>
      {groups.slice(0, MAX_SHOWN).map((group, at) => (
        <span key={group.overrides.length}>
          {at > 0 && ', '}
          <GroupWords group={group} />
        </span>
      ))}
      {'. '}
      <FleetLink to={links.placement(placement, { tab: 'preview', run })} underline="always">
        {t('show')}
      </FleetLink>
    </Box>
  );
};

type Group = Pick<Schemas['PreviewVariant'], 'clusterCount' | 'overrides'>;

const GroupWords = ({ group }: { group: Group }) => <>{useVariantTitle(group)}</>;

/** Variants with as many overrides as one: which they are, the preview says. */
function foldByOverrides(variants: readonly Group[]): readonly Group[] {
  const groups = new Map<number, Group>();
  for (const { clusterCount, overrides } of variants) {
    const known = groups.get(overrides.length)?.clusterCount ?? 0;
    groups.set(overrides.length, { overrides, clusterCount: known + clusterCount });
  }
  return [...groups.values()].sort((a, b) => a.overrides.length - b.overrides.length);
}
