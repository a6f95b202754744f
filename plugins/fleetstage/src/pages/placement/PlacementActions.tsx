import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Add from '@mui/icons-material/Add';
import EditIcon from '@mui/icons-material/Edit';
import Terminal from '@mui/icons-material/Terminal';
import Button from '@mui/material/Button';
import { PermitButton } from '../../components/PermitButton';
import { useNow } from '../../components/useTimeWords';
import { stringify } from 'yaml';
import { ActsMenu } from '../../components/ActsMenu';
import { useCopy } from '../../components/useCopy';
import { linkName } from '../../model/placements/placementFilters';
import { useGo, useLinks } from '../../routing';
import { placementNow, type Placement } from '../../model/placement/now';
import { placementTranslationRef } from '../../translation/placement';
import { usePlacementUrl } from './usePlacementUrl';
import { WhatIfButton } from './whatif/WhatIfButton';

/** At the right of the title. */
export const PlacementActions = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const { openDialog } = usePlacementUrl();
  const { may, moves } = placement;
  const links = useLinks();
  const go = useGo();
  // Then the Now card has the button.
  const isNext = placementNow(placement, useNow()).kind === 'noRun';
  return (
    <>
      {moves === 'runs' && !isNext && (
        <PermitButton
          permit={may.createRun}
          variant="outlined"
          color="inherit"
          startIcon={<Add />}
          onClick={() => openDialog('create')}
        >
          {t('createRun')}
        </PermitButton>
      )}
      <PermitButton
        permit={may.update}
        variant="outlined"
        color="inherit"
        startIcon={<EditIcon />}
        onClick={() => go(links.editPlacement(linkName(placement)))}
      >
        {t('edit')}
      </PermitButton>
      <WhatIfButton />
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Terminal />}
        onClick={() => openDialog('kubectl')}
      >
        {t('kubectl')}
      </Button>
      <MoreActs placement={placement} />
    </>
  );
};

/** What has no button of its own. */
const MoreActs = ({ placement: { may, manifest } }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const { openDialog } = usePlacementUrl();
  const copy = useCopy();
  return (
    <ActsMenu
      label={t('more')}
      acts={[
        { label: t('acts.copyLink'), onDo: () => copy(window.location.href, t('acts.copiedLink')) },
        { label: t('acts.copyManifest'), onDo: () => copy(stringify(manifest), t('acts.copiedManifest')) },
        { label: t('acts.delete'), onDo: () => openDialog('delete'), permit: may.delete },
      ]}
    />
  );
};
