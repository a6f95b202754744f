import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useState } from 'react';
import { listNames } from '../../model/listNames';
import { createRunTranslationRef } from '../../translation/createRun';
import { Muted, PlanGates } from './PlanGates';

type Stage = Schemas['PreviewStage'];

/** So many names before "Show all". */
const NAMES_SHOWN = 3;

/** One stage of the plan: which clusters, how many at a time, which gates. */
export const PlanStage = ({ stage, index }: { stage: Stage; index: number }) => {
  const { t } = useTranslationRef(createRunTranslationRef);
  return (
    <Box
      component="li"
      sx={{
        'display': 'grid',
        'gridTemplateColumns': { xs: 'minmax(0, 1fr)', sm: '116px minmax(0, 1fr) 132px' },
        'gap': { xs: 0.75, sm: 2 },
        'py': 1.5,
        'borderTop': 1,
        'borderColor': 'divider',
        'fontSize': 13,
        'lineHeight': '18px',
        '&:first-of-type': { borderTop: 0 },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Stack direction="row" spacing={1}>
          <Typography component="span" color="text.secondary" sx={{ fontSize: 14, lineHeight: '20px' }}>
            {index}
          </Typography>
          <Typography
            component="span"
            sx={{ fontSize: 14, lineHeight: '20px', fontWeight: 500, overflowWrap: 'anywhere' }}
          >
            {stage.isRemoval ? t('plan.removal') : stage.name}
          </Typography>
        </Stack>
        <Typography variant="caption" color="text.secondary" sx={{ lineHeight: '16px' }}>
          {t('plan.clusters', { count: stage.clusters.length })}
        </Typography>
      </Box>
      <Clusters stage={stage} />
      <PlanGates stage={stage} />
    </Box>
  );
};

const Clusters = ({ stage }: { stage: Stage }) => {
  const { t } = useTranslationRef(createRunTranslationRef);
  const [isOpen, setOpen] = useState(false);
  const { clusters } = stage;
  if (clusters.length === 0) return <Muted>{t('plan.noCluster')}</Muted>;
  const rest = clusters.length - NAMES_SHOWN;
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <div>{listNames(isOpen ? clusters : clusters.slice(0, NAMES_SHOWN))}</div>
      <Muted>
        {stage.isRemoval ? t('plan.removes', { count: stage.clusters.length }) : <Pace stage={stage} />}
      </Muted>
      {rest > 0 && (
        <Link
          component="button"
          type="button"
          variant="caption"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('plan.showFewer') : t('plan.showAll', { n: clusters.length })}
        </Link>
      )}
    </Box>
  );
};

const Pace = ({ stage }: { stage: Stage }) => {
  const { t } = useTranslationRef(createRunTranslationRef);
  const { slots, waves = 1, sortingLabel } = stage;
  if (slots === undefined) return null;
  const label = <code>{sortingLabel}</code>;
  if (slots > 1 && waves > 1) {
    const words = { waves, slots };
    return <>{sortingLabel ? t('plan.waves', { ...words, label }) : t('plan.wavesByName', words)}</>;
  }
  if (sortingLabel) return <>{t('plan.byLabel', { slots, label })}</>;
  return <>{t('plan.atATime', { count: slots })}</>;
};
