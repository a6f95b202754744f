import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { FactList } from '../../components/FactList';
import { FleetLink } from '../../components/FleetLink';
import { KubectlPanel } from '../../components/KubectlPanel';
import { ManifestCard } from '../../components/ManifestCard';
import { SectionCard } from '../../components/SectionCard';
import { useNow, useTimeWords } from '../../components/useTimeWords';
import { overrideCommands } from '../../model/overrides/commands';
import { keyOf, objectInWords } from '../../model/overrides/overrideList';
import { useLinks } from '../../routing';
import { overridesTranslationRef } from '../../translation/overrides';
import { useStatusNote } from '../../components/OverrideChip';
import { OverrideHistory } from './OverrideHistory';
import { RulesCard } from './RulesCard';
import { SnapshotsCard } from './SnapshotsCard';
import { UsesCard } from './UsesCard';
import { VariantsCard } from './VariantsCard';

interface DetailProps {
  readonly detail: Schemas['OverrideDetail'];
}

/** What is wrong, then the rules and what clusters get; beside it what it changes, who uses it, and its past. */
export const OverrideContent = ({ detail }: DetailProps) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const { override, match, uses, history, manifest } = detail;
  return (
    <>
      <StatusBar detail={detail} />
      <MissingLabels match={match} />
      <Box
        sx={{
          display: 'grid',
          gap: 2.5,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
        }}
      >
        <Box sx={{ display: 'grid', gap: 2.5, minWidth: 0 }}>
          <RulesCard rules={match.rules} />
          <VariantsCard match={match} />
          <ManifestCard title={t('yaml')} manifest={manifest} />
        </Box>
        <Box sx={{ display: 'grid', gap: 2.5, minWidth: 0 }}>
          <ObjectsCard override={override} />
          <UsesCard uses={uses} said={override.status.message} />
          <SnapshotsCard history={history} />
          <OverrideHistory address={override} />
          <KubectlPanel command={overrideCommands(override)} />
        </Box>
      </Box>
    </>
  );
};

/** Only where somebody should know: what is applied everywhere says so in its chip. */
const StatusBar = ({ detail: { override, uses, history } }: DetailProps) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const { status } = override;
  const note = useStatusNote(status);
  const { age } = useTimeWords();
  const now = useNow();
  const { state } = status;
  if (state === 'applied') return null;
  const since = history.find(({ isLatest }) => isLatest)?.since;
  const title =
    state === 'unused'
      ? t('now.unused')
      : state === 'pending' && since !== undefined && now - Date.parse(since) >= 1000
        ? t('now.pendingSince', { count: status.pending, age: age(since, now) })
        : t(`now.${state}`, { count: status[state] });
  return (
    <Alert severity={state === 'failed' ? 'error' : 'info'} sx={{ mb: 2.5, overflowWrap: 'anywhere' }}>
      <AlertTitle sx={{ fontSize: 14, lineHeight: '20px', mb: 0 }}>{title}</AlertTitle>
      {status.message && <Box sx={{ mb: 0.5 }}>{status.message}</Box>}
      {state === 'unused' ? note : t(`now.${state}Body`)} {state === 'pending' && <Waiting uses={uses} />}
    </Alert>
  );
};

/** Why it waits is said by each placement: its blockers. */
const Waiting = ({ uses }: Pick<Schemas['OverrideDetail'], 'uses'>) => {
  const links = useLinks();
  return (
    <>
      {uses
        .filter(({ pending }) => pending > 0)
        .map((use, i) => (
          <span key={keyOf(use)}>
            {i > 0 && ', '}
            <FleetLink to={links.placement(keyOf(use))} underline="always">
              {keyOf(use)}
            </FleetLink>
          </span>
        ))}
    </>
  );
};

/** Clusters on which a value cannot be filled in: said before the rollout meets them. */
export const MissingLabels = ({
  match: { missingLabels, missingLabelCount },
}: {
  match: Schemas['OverrideMatch'];
}) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  if (missingLabelCount === 0) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2.5, overflowWrap: 'anywhere' }}>
      <AlertTitle sx={{ fontSize: 14, lineHeight: '20px', mb: 0 }}>
        {t('missing.title', { count: missingLabelCount })}
      </AlertTitle>
      {missingLabels.slice(0, MOST_LINES).map(({ cluster, label, rule }) => (
        <div key={`${cluster} ${label} ${rule}`}>{t('missing.line', { cluster, label, n: rule + 1 })}</div>
      ))}
      {missingLabelCount > MOST_LINES && t('rules.more', { count: missingLabelCount - MOST_LINES })}
    </Alert>
  );
};

const MOST_LINES = 3;

const ObjectsCard = ({ override }: { override: Schemas['OverrideSummary'] }) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const links = useLinks();
  const { objects, placement, snapshot } = override;
  return (
    <SectionCard title={t('objects.title')} hasPadding>
      <FactList
        width={116}
        facts={[
          {
            label: t('objects.objects'),
            value: (
              <Box sx={{ display: 'grid', gap: 0.5 }}>
                {objects.map(one => (
                  <Box key={objectInWords(one)} sx={{ overflowWrap: 'anywhere' }}>
                    {objectInWords(one)}
                    {one.kind === 'Namespace' && one.group === '' && (
                      <Box sx={{ color: 'text.secondary' }}>{t('objects.withNamespace')}</Box>
                    )}
                  </Box>
                ))}
              </Box>
            ),
          },
          {
            label: t('objects.placement'),
            value: placement ? (
              <FleetLink to={links.placement(keyOf(placement))}>{keyOf(placement)}</FleetLink>
            ) : (
              t('objects.any')
            ),
          },
          { label: t('objects.snapshot'), value: snapshot ?? t('objects.noSnapshot') },
        ]}
      />
    </SectionCard>
  );
};
