import { useTranslationRef } from '@backstage/frontend-plugin-api';
import ErrorOutline from '@mui/icons-material/ErrorOutline';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { SectionCard } from '../../components/SectionCard';
import { StatusIcon } from '../../components/StatusChip';
import { useNow, useTimeWords } from '../../components/useTimeWords';
import { listNames } from '../../model/listNames';
import { overviewTranslationRef } from '../../translation/overview';

/** Names before "and 2 more". */
const SHOWN = 3;

interface PartFailureProps {
  readonly failed: Schemas['FailedPart'];
  /** The title of the part. */
  readonly title: string;
  /** When the data was read that is shown in spite of it. */
  readonly keptSince?: string;
  readonly onRetry: () => unknown;
}

/** The last row of a part: what of it could not be read, and why. */
export const PartFailure = ({ failed, title, keptSince, onRetry }: PartFailureProps) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  return (
    <Box
      role="status"
      sx={{
        'display': 'flex',
        'flexWrap': 'wrap',
        'alignItems': 'center',
        'gap': '8px 12px',
        'px': 2,
        'py': 1.5,
        '* + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ alignSelf: 'start', display: 'flex' }}>
        <StatusIcon icon={ErrorOutline} tone="error" size={20} />
      </Box>
      <Box sx={{ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ fontSize: 14, lineHeight: '20px', fontWeight: 500 }}>
          <What failed={failed} title={title} keptSince={keptSince} />
        </Box>
        <Box sx={{ fontSize: 13, lineHeight: '18px', color: 'text.secondary', mt: 0.25 }}>
          {failed.message}
        </Box>
      </Box>
      <Button
        variant="outlined"
        color="inherit"
        size="small"
        aria-label={t('failed.retryOf', { part: title })}
        onClick={() => onRetry()}
      >
        {t('failed.retry')}
      </Button>
    </Box>
  );
};

const What = ({ failed: { names }, title, keptSince }: Omit<PartFailureProps, 'onRetry'>) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const { clock } = useTimeWords();
  const now = useNow();
  if (names === undefined) {
    return (
      <>
        {keptSince === undefined
          ? t('failed.part', { part: title })
          : t('failed.kept', { part: title, time: clock(keptSince, now) })}
      </>
    );
  }
  const rest = names.length - SHOWN;
  const shown = listNames(names.slice(0, SHOWN));
  return (
    <>{rest > 0 ? t('failed.more', { names: shown, count: rest }) : t('failed.names', { names: shown })}</>
  );
};

/** In place of a part of which there is nothing to show. */
export const FailedCard = (props: PartFailureProps) => (
  <SectionCard title={props.title}>
    <PartFailure {...props} />
  </SectionCard>
);
