import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { ActsMenu } from '../../components/ActsMenu';
import { linkName } from '../../model/placements/placementFilters';
import { NO_CHANGE } from '../../model/whatif/change';
import { useGo, useUrlPatch, type Links } from '../../routing';
import { placementsTranslationRef } from '../../translation/placements';

const ALLOWED: Schemas['Permit'] = { isAllowed: true };

/** What can be done with a placement of the list. */
export const RowMenu = ({ placement, links }: { placement: Schemas['PlacementRow']; links: Links }) => {
  const { t } = useTranslationRef(placementsTranslationRef);
  const go = useGo();
  const patch = useUrlPatch();
  const name = linkName(placement);
  const { update = ALLOWED, delete: remove = ALLOWED } = placement.may ?? {};
  return (
    <ActsMenu
      isSmall
      label={t('acts.label', { name })}
      acts={[
        { label: t('acts.open'), onDo: () => go(links.placement(name)) },
        { label: t('acts.whatIf'), onDo: () => go(links.placement(name, { whatif: NO_CHANGE })) },
        { label: t('acts.edit'), onDo: () => go(links.editPlacement(name)), permit: update },
        {
          label: t('acts.delete'),
          onDo: () => patch({ dialog: 'delete', for: name }, { push: true }),
          permit: remove,
        },
      ]}
    />
  );
};
