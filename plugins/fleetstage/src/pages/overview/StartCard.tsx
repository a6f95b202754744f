import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import CheckCircle from '@mui/icons-material/CheckCircle';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import { JoinGuide } from '../../components/guides/JoinGuide';
import { StatusIcon } from '../../components/StatusChip';
import { useCopy } from '../../components/useCopy';
import { EXAMPLE } from '../../model/placements/placementFilters';
import { RouterLink, useLinks } from '../../routing';
import { guidesTranslationRef } from '../../translation/guides';
import { placementsTranslationRef } from '../../translation/placements';

type Overview = Schemas['Overview'];

/** Nothing can be updated yet: there is no cluster, or no placement. */
export const isStarting = ({ clusters, placements }: Overview) =>
  clusters?.total === 0 || placements?.total === 0;

/** What a fleet is built of, what of it is there, and the next act. */
export const StartCard = ({ data }: { data: Overview }) => {
  const { hub, clusters } = data;
  const { t } = useTranslationRef(guidesTranslationRef);
  const placements = useTranslationRef(placementsTranslationRef);
  const links = useLinks();
  const copy = useCopy();
  const id = useId();
  const members = clusters?.total ?? 0;
  const placed = data.placements?.total ?? 0;
  return (
    <Paper component="section" aria-labelledby={id} variant="outlined" sx={{ borderRadius: 2, p: 3 }}>
      <Typography id={id} component="h2" sx={{ fontSize: 18, lineHeight: '26px', fontWeight: 500 }}>
        {t(members === 0 ? 'start.clusters' : 'start.placements')}
      </Typography>
      <Box sx={{ fontSize: 14, lineHeight: '20px', color: 'text.secondary', mt: 0.5, mb: 1.5 }}>
        {t('start.body', { hub: hub.name })}
      </Box>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        <Step
          isDone={members > 0}
          title={t('start.join')}
          body={members > 0 ? t('start.joined', { count: members }) : t('start.joinBody')}
          action={members === 0 && <JoinGuide variant="contained" />}
        />
        <Step
          isDone={placed > 0}
          title={t('start.place')}
          body={placed > 0 ? t('start.placed', { count: placed }) : t('start.placeBody')}
          action={
            placed === 0 && (
              <>
                <Button {...(members === 0 ? QUIET : LOUD)} component={RouterLink} to={links.newPlacement()}>
                  {placements.t('create')}
                </Button>
                <Button {...QUIET} onClick={() => copy(EXAMPLE, t('start.copied'))}>
                  {t('start.copy')}
                </Button>
              </>
            )
          }
        />
        <Step isDone={false} title={t('start.run')} body={t('start.runBody')} />
      </Box>
    </Paper>
  );
};

const LOUD = { variant: 'contained' } as const;
const QUIET = { variant: 'outlined', color: 'inherit' } as const;

interface StepProps {
  readonly isDone: boolean;
  readonly title: string;
  readonly body: string;
  readonly action?: ReactNode;
}

const Step = ({ isDone, title, body, action }: StepProps) => {
  const { t } = useTranslationRef(guidesTranslationRef);
  return (
    <Box
      component="li"
      sx={{
        'display': 'flex',
        'flexWrap': 'wrap',
        'alignItems': 'center',
        'gap': '8px 12px',
        'py': 1.75,
        'borderTop': 1,
        'borderColor': 'divider',
        '&:last-of-type': { pb: 0 },
      }}
    >
      {isDone ? (
        <StatusIcon icon={CheckCircle} tone="success" size={20} label={t('start.done')} />
      ) : (
        <StatusIcon icon={RadioButtonUnchecked} tone="neutral" size={20} label={t('start.open')} />
      )}
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Box sx={{ fontSize: 14, lineHeight: '20px', fontWeight: 500 }}>{title}</Box>
        <Box sx={{ fontSize: 13, lineHeight: '18px', color: 'text.secondary', mt: 0.25 }}>{body}</Box>
      </Box>
      {action}
    </Box>
  );
};
