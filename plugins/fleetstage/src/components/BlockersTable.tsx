import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import ErrorIcon from '@mui/icons-material/Error';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import Info from '@mui/icons-material/Info';
import Warning from '@mui/icons-material/Warning';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { blockerTone, blockersAsText, type Blocker } from '../model/blockers';
import { linkName } from '../model/placements/placementFilters';
import { useLinks } from '../routing';
import { sharedTranslationRef } from '../translation/shared';
import { Actor } from './Actor';
import { Age, Clock } from './Age';
import { ClampedText } from './ClampedText';
import { BlockingRunActs } from './acts/BlockingRunActs';
import { FleetLink } from './FleetLink';
import { PermitButton } from './PermitButton';
import { SectionCard } from './SectionCard';
import { StatusChip } from './StatusChip';
import { useCopy } from './useCopy';
import { useStageName } from './useStageName';
import { useNow, useTimeWords } from './useTimeWords';

interface BlockersTableProps {
  readonly blockers: readonly Blocker[];
  /** Clusters that they name, each once. */
  readonly clusters: number;
  readonly title: string;
  /** Whose owners are the owners of the application. */
  readonly placement: string;
  /** First line of the report, e.g. the run's name and state. */
  readonly reportTitle: string;
  readonly onShow?: (blocker: Blocker) => void;
  /** Whether there is something to show of it; absent: of each that names clusters. */
  readonly canShow?: (blocker: Blocker) => boolean;
  readonly onRetry?: (blocker: Blocker) => void;
  /** Whether another try would change something; absent: of each that fails or is stuck. */
  readonly canRetry?: (blocker: Blocker) => boolean;
  readonly mayRetry?: Schemas['Permit'];
}

const ICONS = { failing: ErrorIcon, stuck: Warning, waiting: HourglassEmpty, info: Info };

/** One line per cause: how many, why, since when, who can act, what to do next. */
export const BlockersTable = (props: BlockersTableProps) => {
  const { blockers, clusters, title, reportTitle } = props;
  const { t } = useTranslationRef(sharedTranslationRef);
  const copy = useCopy();
  const now = useNow();
  const { age } = useTimeWords();
  const stageName = useStageName();
  const named = blockers.map(one => ({ ...one, ...(one.stage && { stage: stageName(one.stage) }) }));
  const report = () =>
    copy(blockersAsText(named, { title: reportTitle, age: at => age(at, now) }), t('blockers.copied'));
  const causes = t('blockers.causes', { count: blockers.length });
  return (
    <SectionCard
      title={title}
      count={
        <>
          {clusters > 0 && <>{t('blockers.clusters', { count: clusters })}, </>}
          {causes}
        </>
      }
      action={
        <Button size="small" onClick={report}>
          {t('blockers.copyText')}
        </Button>
      }
    >
      <Header />
      <Box component="ul" aria-label={t('blockers.caption')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {blockers.map(blocker => (
          <Row key={`${blocker.cause} ${blocker.stage} ${blocker.message}`} {...props} blocker={blocker} />
        ))}
      </Box>
    </SectionCard>
  );
};

const COLUMNS = '112px minmax(0, 1fr) 84px 132px 220px';

/** Of a wide screen; each line reads as a sentence without it. */
const Header = () => {
  const { t } = useTranslationRef(sharedTranslationRef);
  return (
    <Box
      aria-hidden
      sx={{
        display: { xs: 'none', md: 'grid' },
        gridTemplateColumns: COLUMNS,
        gap: 2,
        px: 2,
        py: 0.75,
        fontSize: 12,
        lineHeight: '16px',
        color: 'text.secondary',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <span>{t('blockers.state')}</span>
      <span>{t('blockers.cause')}</span>
      <span>{t('blockers.for')}</span>
      <span>{t('blockers.owner')}</span>
      <Box sx={{ textAlign: 'end' }}>{t('blockers.next')}</Box>
    </Box>
  );
};

type RowProps = BlockersTableProps & { readonly blocker: Blocker };

const Row = (props: RowProps) => {
  const { blocker, placement } = props;
  const { t } = useTranslationRef(sharedTranslationRef);
  const { state = 'info', clusterCount } = blocker;
  const word =
    state === 'failing' || state === 'stuck'
      ? t(`blockers.${state}`, { n: clusterCount })
      : t(`blockers.${state}`);
  return (
    <Box
      component="li"
      sx={{
        'display': 'grid',
        'gridTemplateColumns': { xs: 'auto 1fr', md: COLUMNS },
        'gap': { xs: 1, md: 2 },
        'alignItems': 'center',
        'px': 2,
        'py': 1.25,
        'fontSize': 13,
        'lineHeight': '18px',
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ justifySelf: 'start' }}>
        <StatusChip tone={blockerTone(blocker)} icon={ICONS[state]} label={word} />
      </Box>
      <Box sx={{ minWidth: 0, gridColumn: { xs: '1 / -1', md: 'auto' } }}>
        <ClampedText text={blocker.message} isStrong />
        <Names blocker={blocker} />
        <Subject blocker={blocker} />
      </Box>
      <Box sx={{ color: 'text.secondary' }}>
        {blocker.since && <Age at={blocker.since} />}
        {blocker.until && <Until at={blocker.until} />}
      </Box>
      <Actor blocker={blocker} placement={placement} />
      <Acts {...props} />
    </Box>
  );
};

const namesClusters = ({ clusterCount }: Blocker) => clusterCount > 0;

const isTriable = ({ state }: Blocker) => state === 'failing' || state === 'stuck';

const Acts = (props: RowProps) => {
  const { blocker, onShow, canShow = namesClusters, onRetry, canRetry = isTriable, mayRetry } = props;
  const { t } = useTranslationRef(sharedTranslationRef);
  const { clusterCount } = blocker;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        justifyContent: { md: 'flex-end' },
        gridColumn: { xs: '1 / -1', md: 'auto' },
      }}
    >
      {onShow && canShow(blocker) && (
        <Button size="small" variant="outlined" color="inherit" onClick={() => onShow(blocker)}>
          {t('blockers.show', { n: clusterCount })}
        </Button>
      )}
      <BlockingRunActs blocker={blocker} size="small" />
      {onRetry && mayRetry && clusterCount > 0 && canRetry(blocker) && (
        <PermitButton
          permit={mayRetry}
          size="small"
          variant="outlined"
          color="inherit"
          onClick={() => onRetry(blocker)}
        >
          {t('blockers.retry', { n: clusterCount })}
        </PermitButton>
      )}
    </Box>
  );
};

const Names = ({ blocker }: { blocker: Blocker }) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const stageName = useStageName();
  const stage = blocker.stage === undefined ? '' : stageName(blocker.stage);
  const shown = blocker.clusters.slice(0, 3);
  if (shown.length === 0 && stage === '') return null;
  const rest = blocker.clusterCount - shown.length;
  return (
    <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {[stage, ...shown].filter(Boolean).join(', ')}
      {rest > 0 && <> {t('blockers.more', { n: rest })}</>}
    </Box>
  );
};

/** The run, or the rollout of a version, that is waited for. */
const Subject = ({ blocker: { subject } }: { blocker: Blocker }) => {
  const links = useLinks();
  if (subject?.kind === 'version-rollout')
    return <FleetLink to={links.versionRollout(subject.name)}>{subject.name}</FleetLink>;
  if (subject?.kind !== 'run') return null;
  return <FleetLink to={links.run(linkName({ scope: '_', ...subject }))}>{subject.name}</FleetLink>;
};

const Until = ({ at }: { at: string }) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  return <Box sx={{ fontSize: 12 }}>{t('blockers.until', { time: <Clock at={at} /> })}</Box>;
};
