import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
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
  const isSmall = useMediaQuery<Theme>(theme => theme.breakpoints.down('sm'));
  switch (kind) {
    case 'runHeld':
      return (
        <>
          {!isSmall && <OpenRun placement={placement} />}
          <HeldRunActs placement={placement} />
        </>
      );
    case 'noMembers':
      return <JoinGuide variant="contained" />;
    case 'noRun':
      return <CreateRun placement={placement} />;
    default:
      return <FirstNowAct placement={placement} kind={kind} otherwise={null} />;
  }
};

/** Whose act is in the bar at the bottom of small screens. */
const AT_BOTTOM: ReadonlySet<NowKind> = new Set([
  'missing',
  'failed',
  'notAvailable',
  'silent',
  'moving',
  'runHeld',
  'noRun',
]);

export const isNowAtBottom = (kind: NowKind) => AT_BOTTOM.has(kind);

interface FirstNowActProps {
  readonly placement: Placement;
  readonly kind: NowKind;
  /** Where nothing is to be done about it, or no more. */
  readonly otherwise: ReactNode;
}

/** The one act that has room in the bar. */
export const FirstNowAct = ({ placement, kind, otherwise }: FirstNowActProps) => {
  switch (kind) {
    case 'missing':
      return <TryShortageSuggestion placement={placement} otherwise={otherwise} />;
    case 'failed':
    case 'notAvailable':
    case 'silent':
      return <ShowFirst placement={placement} otherwise={otherwise} />;
    case 'moving':
    case 'runHeld':
      return <OpenRun placement={placement} />;
    case 'noRun':
      return <CreateRunButton placement={placement} />;
    default:
      return otherwise;
  }
};

interface ActProps {
  readonly placement: Placement;
  readonly otherwise: ReactNode;
}

/** What the engine has found to be the nearest way to all clusters; else the tainted ones. */
const TryShortageSuggestion = ({ placement, otherwise }: ActProps) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const { open } = useWhatIfUrl();
  const change = useShortageSuggestion(placement, true).data?.way?.change;
  if (change === undefined) return <ShowTainted placement={placement} otherwise={otherwise} />;
  return (
    <Button variant="contained" onClick={() => open(change)}>
      {t('suggestion.try')}
    </Button>
  );
};

const ShowTainted = ({ placement, otherwise }: ActProps) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const { setCause, cause } = usePlacementUrl();
  const count = placement.refused.tainted;
  if (count === 0 || cause === 'UntoleratedTaint') return otherwise;
  return (
    <Button variant="contained" onClick={() => setCause('UntoleratedTaint')}>
      {t('now.showTainted', { count })}
    </Button>
  );
};

/** Trouble sorts first, so the first row needs attention first. */
const ShowFirst = ({ placement, otherwise }: ActProps) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const { showCluster, cluster } = usePlacementUrl();
  const { scope, name } = placement;
  const first = usePages(usePlacementClusters({ scope, name }, { limit: 1 }).data)?.items.at(0)?.cluster;
  if (first === undefined || first === cluster) return otherwise;
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
  const { isAllowed, reason } = placement.may.createRun;
  return (
    <>
      <CreateRunButton placement={placement} />
      {!isAllowed && (
        <Box sx={{ maxWidth: 190, fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>{reason}</Box>
      )}
    </>
  );
};

const CreateRunButton = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const { openDialog } = usePlacementUrl();
  return (
    <PermitButton permit={placement.may.createRun} variant="contained" onClick={() => openDialog('create')}>
      {t('now.createRun')}
    </PermitButton>
  );
};
