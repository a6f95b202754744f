import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { blockingRun, type Blocker, type RunAheadOf } from '../../model/blockers';
import { linkName } from '../../model/placements/placementFilters';
import { RouterLink, useLinks } from '../../routing';
import { endsTranslationRef } from '../../translation/ends';
import { FleetLink } from '../FleetLink';

interface BlockingRunActsProps {
  readonly blocker: Blocker;
  readonly size?: 'small' | 'medium';
}

/** What can be done about the run that holds another; the dialogs over its page say whether one may. */
export const BlockingRunActs = ({ blocker, size = 'medium' }: BlockingRunActsProps) => {
  const held = blockingRun(blocker);
  return (
    held && (
      <HoldingRunActs scope={blocker.subject?.scope} run={held.name} isStopped={held.isStopped} size={size} />
    )
  );
};

interface HoldingRunActsProps {
  readonly scope?: string;
  readonly run: string;
  readonly isStopped: boolean;
  readonly size: 'small' | 'medium';
}

/** Resume and end, over the page of the run that holds. */
export const HoldingRunActs = ({ scope = '_', run, isStopped, size }: HoldingRunActsProps) => {
  const of = linkName({ scope, name: run });
  const { t } = useTranslationRef(endsTranslationRef);
  const links = useLinks();
  const look = { component: RouterLink, variant: 'outlined', color: 'inherit', size } as const;
  return (
    <>
      {isStopped && (
        <Button {...look} to={links.run(of, { dialog: 'resume' })}>
          {t('acts.resumeOf', { run })}…
        </Button>
      )}
      <Button {...look} to={links.run(of, { dialog: 'end' })}>
        {t('acts.endOf', { run })}…
      </Button>
    </>
  );
};

/** Of a row: the run that comes first, linked, and what can be done about it where it does not get on by itself. */
export const RunAhead = ({ scope = '_', run, runIs }: RunAheadOf & { readonly scope?: string }) => {
  const { t } = useTranslationRef(endsTranslationRef);
  const links = useLinks();
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        mt: 0.75,
        color: 'text.primary',
      }}
    >
      <FleetLink to={links.run(linkName({ scope, name: run }))} color="inherit" underline="always">
        {t('acts.open', { run })}
      </FleetLink>
      {runIs && <HoldingRunActs scope={scope} run={run} isStopped={runIs === 'stopped'} size="small" />}
    </Box>
  );
};
