import { useTranslationRef } from '@backstage/frontend-plugin-api';
import CallSplit from '@mui/icons-material/CallSplit';
import WifiOff from '@mui/icons-material/WifiOff';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import type { Theme } from '@mui/material/styles';
import type { ButtonHTMLAttributes } from 'react';
import { CutText } from '../../../components/CutText';
import { MiddleEllipsis } from '../../../components/MiddleEllipsis';
import { StatusIcon } from '../../../components/StatusChip';
import { useNow, useTimeWords } from '../../../components/useTimeWords';
import { tookMs, type Run, type RunCluster, type Stage } from '../../../model/run/pipeline';
import { isTrouble, runClusterStatus } from '../../../model/status/runCluster';
import { runTranslationRef } from '../../../translation/run';
import { statusTranslationRef } from '../../../translation/status';
import { useRunUrl } from '../useRunUrl';

interface ClusterRowProps {
  readonly run: Run;
  readonly stage: Stage;
  readonly cluster: RunCluster;
  /** Its place in the order of Tab. */
  readonly stop: Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'tabIndex' | 'onFocus'>;
}

/** Characters in a column of the pipeline. */
const THREE_LINES = 96;

const rowLook = {
  'display': 'flex',
  'alignItems': 'flex-start',
  'gap': 1,
  'width': '100%',
  'minHeight': { xs: 44, md: 30 },
  'px': 1,
  'py': 0.625,
  'border': 0,
  'borderRadius': 1,
  'background': 'none',
  'color': 'inherit',
  'font': 'inherit',
  'fontSize': 13,
  'lineHeight': '20px',
  'textAlign': 'start',
  'cursor': 'pointer',
  '&:hover': { backgroundColor: 'action.hover' },
  '&:focus-visible': {
    outline: (theme: Theme) => `2px solid ${theme.palette.primary.main}`,
    outlineOffset: -2,
  },
} as const;

/** One cluster in a column: opens its drawer. Trouble and movement say their cause in a second line. */
export const ClusterRow = ({ run, stage, cluster, stop }: ClusterRowProps) => {
  const { t } = useTranslationRef(statusTranslationRef);
  const { openCluster } = useRunUrl(run);
  const { icon, tone, label } = runClusterStatus(cluster.state);
  const hasCause =
    cluster.cause !== undefined &&
    (isTrouble(cluster.state) || cluster.state === 'updating' || cluster.state === 'waiting');
  const cause = hasCause ? (cluster.cause ?? '') : '';
  return (
    <Box component="li">
      <Tooltip describeChild title={cause.length > THREE_LINES ? cause : ''}>
        <Box
          component="button"
          type="button"
          onClick={() => openCluster(cluster.name)}
          {...stop}
          sx={rowLook}
        >
          <Box component="span" sx={{ display: 'flex', pt: '1px' }}>
            <StatusIcon icon={icon} tone={tone} label={t(label)} />
          </Box>
          <Box component="span" sx={{ flex: 1, minWidth: 0, display: 'block' }}>
            <Box component="span" sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
              <MiddleEllipsis text={cluster.name} />
              <Marks cluster={cluster} />
              <Aside stage={stage} cluster={cluster} />
            </Box>
            {cause !== '' && (
              <Box
                component="span"
                sx={{ display: 'block', fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}
              >
                <CutText text={cause} cutFrom={THREE_LINES} lines={3} isInFocusable />
              </Box>
            )}
          </Box>
        </Box>
      </Tooltip>
    </Box>
  );
};

const Marks = ({ cluster }: { cluster: RunCluster }) => {
  const { t } = useTranslationRef(runTranslationRef);
  return (
    <>
      {cluster.noRecentStatus && (
        <StatusIcon icon={WifiOff} tone="warning" size={16} label={t('stage.noRecentStatus')} />
      )}
      {cluster.isDrifted && (
        <StatusIcon icon={CallSplit} tone="warning" size={16} label={t('stage.drifted')} />
      )}
    </>
  );
};

/** At the right: how long it took, how long it is so, or its place in the order. */
const Aside = ({ stage, cluster }: Pick<ClusterRowProps, 'stage' | 'cluster'>) => {
  const { t } = useTranslationRef(runTranslationRef);
  const { duration, age } = useTimeWords();
  const isMoving = cluster.endedAt === undefined && cluster.startedAt !== undefined;
  const now = useNow(isMoving ? 1000 : 60_000);
  const took = tookMs(cluster);
  const since = cluster.since ?? cluster.startedAt;
  const text =
    took !== undefined
      ? duration(took)
      : isMoving && since
        ? age(since, now)
        : cluster.orderValue !== undefined && stage.sortingLabel
          ? t('stage.order', { label: stage.sortingLabel, value: cluster.orderValue })
          : '';
  return (
    <Box
      component="span"
      sx={{ ml: 'auto', pl: 1, fontSize: 12, color: 'text.secondary', whiteSpace: 'nowrap' }}
    >
      {text}
    </Box>
  );
};
