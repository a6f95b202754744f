import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { EmptyState } from '../../components/EmptyState';
import { FleetLink } from '../../components/FleetLink';
import type { ApprovalItem } from '../../model/approvals/inbox';
import { useLinks } from '../../routing';
import { approvalsTranslationRef } from '../../translation/approvals';
import { DETAILS_ID } from './ApprovalList';
import { DecidedFacts } from './DecidedFacts';
import { OpenFacts } from './OpenFacts';
import { useGateTitle } from './useGateTitle';
import type { Inbox } from './useInbox';

interface ApprovalDetailsProps {
  readonly inbox: Inbox;
  /** The primary button is elsewhere. */
  readonly isQuiet?: boolean;
}

/** The chosen gate: what it starts, whether it is safe, who decides. */
export const ApprovalDetails = ({ inbox, isQuiet = false }: ApprovalDetailsProps) => {
  const { current, isGone, isNarrow, wanted } = inbox;
  const { t } = useTranslationRef(approvalsTranslationRef);
  const links = useLinks();
  if (current) return <Details item={current} isPage={isNarrow} isQuiet={isQuiet} />;
  if (!isGone) return null;
  return (
    <EmptyState
      title={t('detail.gone')}
      body={t('detail.goneBody')}
      actions={
        <FleetLink to={links.run(wanted.run, { stage: wanted.stage })}>{t('detail.openRun')}</FleetLink>
      }
    />
  );
};

interface DetailsProps {
  readonly item: ApprovalItem;
  /** As a separate page it has its title above. */
  readonly isPage: boolean;
  readonly isQuiet: boolean;
}

const Details = ({ item, isPage, isQuiet }: DetailsProps) => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  const links = useLinks();
  const title = useGateTitle();
  const { run, scope = '_', gate } = item;
  return (
    <Paper
      component="section"
      id={DETAILS_ID}
      tabIndex={-1}
      variant="outlined"
      aria-labelledby={isPage ? undefined : `${DETAILS_ID}-title`}
      sx={{
        'borderRadius': 2,
        'minWidth': 0,
        '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: 1 },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          gap: 1.25,
          alignItems: 'baseline',
          px: 2,
          py: 1.5,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        {!isPage && (
          <Typography
            id={`${DETAILS_ID}-title`}
            component="h2"
            sx={{ fontSize: 16, lineHeight: '24px', fontWeight: 500, overflowWrap: 'anywhere', minWidth: 0 }}
          >
            {title(item)}
          </Typography>
        )}
        <Box sx={{ ml: 'auto', fontSize: 13, whiteSpace: 'nowrap' }}>
          <FleetLink to={links.run(scope === '_' ? run : `${scope}/${run}`, { stage: gate.stage })}>
            {t('detail.openRun')}
          </FleetLink>
        </Box>
      </Box>
      <Box sx={{ p: 2, display: 'grid', gap: 2, fontSize: 13, lineHeight: '18px' }}>
        {item.decision ? (
          <DecidedFacts item={item} decision={item.decision} />
        ) : (
          <OpenFacts item={item} isQuiet={isQuiet} />
        )}
      </Box>
    </Paper>
  );
};
