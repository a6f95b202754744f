import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Add from '@mui/icons-material/Add';
import EditIcon from '@mui/icons-material/Edit';
import Terminal from '@mui/icons-material/Terminal';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { toYaml } from '../../model/yaml';
import { ActsMenu, type Act } from '../../components/ActsMenu';
import { PermitButton } from '../../components/PermitButton';
import { useCopy } from '../../components/useCopy';
import { placementNow, type Placement } from '../../model/placement/now';
import { linkName } from '../../model/placements/placementFilters';
import { useGo, useLinks } from '../../routing';
import { evictionsTranslationRef } from '../../translation/evictions';
import { placementTranslationRef } from '../../translation/placement';
import { previewTranslationRef } from '../../translation/preview';
import { whatIfTranslationRef } from '../../translation/whatif';
import { FirstNowAct } from './now/NowActions';
import { usePlacementUrl } from './usePlacementUrl';
import { useWhatIfUrl } from './whatif/useWhatIfUrl';
import { WhatIfButton } from './whatif/WhatIfButton';

/** At the right of the title; on small screens in the bar at the bottom, where there is room for one button and the menu. */
export const PlacementActions = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const isSmall = useMediaQuery<Theme>(theme => theme.breakpoints.down('sm'));
  const { openDialog } = usePlacementUrl();
  const { may, moves, isDeleting } = placement;
  const links = useLinks();
  const go = useGo();
  const { kind } = placementNow(placement);
  // Then the Now card has the button.
  const isNext = kind === 'noRun';
  const hasRun = moves === 'runs' && !isNext && !isDeleting;
  const buttons = (
    <>
      {hasRun && (
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
      {!isDeleting && !(isSmall && hasRun) && (
        <PermitButton
          permit={may.update}
          variant="outlined"
          color="inherit"
          startIcon={<EditIcon />}
          onClick={() => go(links.editPlacement(linkName(placement)))}
        >
          {t('edit')}
        </PermitButton>
      )}
    </>
  );
  return (
    <>
      {isSmall ? <FirstNowAct placement={placement} kind={kind} otherwise={buttons} /> : buttons}
      {!isSmall && !isDeleting && <WhatIfButton />}
      {!isSmall && (
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<Terminal />}
          onClick={() => openDialog('kubectl')}
        >
          {t('kubectl')}
        </Button>
      )}
      <MoreActs placement={placement} isSmall={isSmall} />
    </>
  );
};

/** Acts without a button; on small screens those without room for one, too. */
const MoreActs = ({ placement, isSmall }: { placement: Placement; isSmall: boolean }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const whatIf = useTranslationRef(whatIfTranslationRef);
  const preview = useTranslationRef(previewTranslationRef);
  const eviction = useTranslationRef(evictionsTranslationRef);
  const { openDialog, setTab } = usePlacementUrl();
  const { open } = useWhatIfUrl();
  const links = useLinks();
  const go = useGo();
  const copy = useCopy();
  const { may, manifest, moves, isDeleting, evictions } = placement;
  const edit = () => go(links.editPlacement(linkName(placement)));
  const changes: Act[] = [
    ...(moves === 'runs'
      ? [{ label: t('createRun'), onDo: () => openDialog('create'), permit: may.createRun }]
      : []),
    { label: t('edit'), onDo: edit, permit: may.update },
    { label: whatIf.t('open'), onDo: () => open() },
  ];
  const withoutRoom: Act[] = [
    // Nothing can be changed any more.
    ...(isDeleting ? [] : changes),
    { label: t('kubectl'), onDo: () => openDialog('kubectl') },
  ];
  return (
    <ActsMenu
      label={t('more')}
      acts={[
        ...(isSmall ? withoutRoom : []),
        ...(isDeleting ? [] : [{ label: preview.t('open'), onDo: () => setTab('preview') }]),
        ...(evictions ? [{ label: eviction.t('open'), onDo: () => setTab('evictions') }] : []),
        { label: t('acts.copyLink'), onDo: () => copy(window.location.href, t('acts.copiedLink')) },
        { label: t('acts.copyManifest'), onDo: () => copy(toYaml(manifest), t('acts.copiedManifest')) },
        { label: t('acts.delete'), onDo: () => openDialog('delete'), permit: may.delete },
      ]}
    />
  );
};
