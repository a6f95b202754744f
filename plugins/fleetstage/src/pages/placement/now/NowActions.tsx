import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { usePlacementClusters } from '../../../api/placementQueries';
import { usePages } from '../../../api/useFleetQuery';
import { useShortageSuggestion } from '../../../api/whatIfQueries';
import { JoinGuide } from '../../../components/guides/JoinGuide';
import { PermitButton } from '../../../components/PermitButton';
import { askedGate, heldRunActs, type NowKind, type Placement } from '../../../model/placement/now';
import { linkName } from '../../../model/placements/placementFilters';
import { RouterLink, useGo, useLinks } from '../../../routing';
import { placementTranslationRef } from '../../../translation/placement';
import { whatIfTranslationRef } from '../../../translation/whatif';
import { usePlacementUrl } from '../usePlacementUrl';
import { useWhatIfUrl } from '../whatif/useWhatIfUrl';

/** The next sensible act; nothing where there is none. */
export const NowActions = ({ placement, kind }: { placement: Placement; kind: NowKind }) => {
  switch (kind) {
    case 'missing':
      return <TryShortageSuggestion placement={placement} />;
    case 'failed':
    case 'notAvailable':
    case 'silent':
      return <ShowFirst placement={placement} />;
    case 'moving':
      return <OpenRun placement={placement} />;
    case 'runHeld':
      return (
        <>
          <OpenRun placement={placement} />
          <HeldRunActs placement={placement} />
        </>
      );
    case 'noMembers':
      return <JoinGuide variant="contained" />;
    case 'noRun':
      return <CreateRun placement={placement} />;
    default:
      return null;
  }
};

/** What the engine has found to be the nearest way to all clusters; else the tainted ones. */
const TryShortageSuggestion = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const { open } = useWhatIfUrl();
  const change = useShortageSuggestion(placement, true).data?.way?.change;
  if (change === undefined) return <ShowTainted placement={placement} />;
  return (
    <Button variant="contained" onClick={() => open(change)}>
      {t('suggestion.try')}
    </Button>
  );
};

const ShowTainted = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const { setCause, cause } = usePlacementUrl();
  const count = placement.refused.tainted;
  if (count === 0 || cause === 'UntoleratedTaint') return null;
  return (
    <Button variant="contained" onClick={() => setCause('UntoleratedTaint')}>
      {t('now.showTainted', { count })}
    </Button>
  );
};

/** Trouble sorts first, so the first row needs attention first. */
const ShowFirst = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const { showCluster, cluster } = usePlacementUrl();
  const { scope, name } = placement;
  const first = usePages(usePlacementClusters({ scope, name }, { limit: 1 }).data)?.items.at(0)?.cluster;
  if (first === undefined || first === cluster) return null;
  return (
    <Button variant="contained" onClick={() => showCluster(first)}>
      {t('now.showFirst')}
    </Button>
  );
};

/** Its page; where it waits for an approval, the checks and the button there say who may give it. */
const OpenRun = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const links = useLinks();
  const go = useGo();
  const asked = askedGate(placement);
  const to = links.run(
    linkName({ scope: placement.scope, name: placement.run ?? '' }),
    asked && { ...asked, dialog: 'approve' },
  );
  return (
    <Button variant="contained" onClick={() => go(to)}>
      {t(asked ? 'now.review' : 'now.openRun')}
    </Button>
  );
};

/** What can be done about a run that does not get on; the dialogs over its page say whether one may. */
const HeldRunActs = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const links = useLinks();
  return (
    <>
      {heldRunActs(placement).map(act => (
        <Button
          key={act}
          component={RouterLink}
          to={links.run(linkName({ scope: placement.scope, name: placement.run ?? '' }), { dialog: act })}
          variant="outlined"
          color="inherit"
        >
          {t(`now.runActs.${act}`)}
        </Button>
      ))}
    </>
  );
};

const CreateRun = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const { openDialog } = usePlacementUrl();
  const { createRun: permit } = placement.may;
  return (
    <>
      <PermitButton permit={permit} variant="contained" onClick={() => openDialog('create')}>
        {t('now.createRun')}
      </PermitButton>
      {!permit.isAllowed && (
        <Box sx={{ maxWidth: 190, fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>
          {permit.reason}
        </Box>
      )}
    </>
  );
};
