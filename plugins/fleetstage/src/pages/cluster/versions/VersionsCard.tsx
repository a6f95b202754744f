import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { SUPPORT_WARNING_MS } from '@fleetstage/backstage-plugin-fleetstage-engine';
import Sync from '@mui/icons-material/Sync';
import Warning from '@mui/icons-material/Warning';
import Box from '@mui/material/Box';
import { Age } from '../../../components/Age';
import { FactList } from '../../../components/FactList';
import { FleetLink } from '../../../components/FleetLink';
import { SectionCard } from '../../../components/SectionCard';
import { StatusChip } from '../../../components/StatusChip';
import { useNow, useTimeWords } from '../../../components/useTimeWords';
import { listNames } from '../../../model/listNames';
import { useLinks } from '../../../routing';
import { clusterVersionsTranslationRef } from '../../../translation/clusterVersions';

type Versions = Schemas['ClusterVersions'];

/** What it runs, where that is to go, by which sequence, and how long it is supported. */
export const VersionsCard = ({ versions }: { versions: Versions }) => {
  const { t } = useTranslationRef(clusterVersionsTranslationRef);
  const { channel, fleet, provider, providerRef, observedAt, endOfSupport } = versions;
  const facts = [
    { label: t('facts.controlPlane'), value: <ControlPlane versions={versions} /> },
    { label: t('facts.target'), value: <Target versions={versions} /> },
    { label: t('facts.sequence'), value: <SequenceLink versions={versions} /> },
    { label: t('facts.fleet'), value: fleet ?? t('facts.noFleet') },
    ...(channel === undefined ? [] : [{ label: t('facts.channel'), value: channel }]),
    ...(endOfSupport === undefined
      ? []
      : [{ label: t('facts.support'), value: <Support at={endOfSupport} /> }]),
    ...(provider === undefined ? [] : [{ label: t('facts.provider'), value: providerRef ?? provider }]),
    ...(observedAt === undefined
      ? []
      : [{ label: t('facts.observed'), value: <Age at={observedAt} isAgo /> }]),
  ];
  return (
    <SectionCard title={t('title')} hasPadding>
      <FactList facts={facts} width={112} />
    </SectionCard>
  );
};

const ControlPlane = ({ versions: { controlPlane } }: { versions: Versions }) => {
  const { t } = useTranslationRef(clusterVersionsTranslationRef);
  const { version, desired, isUpgrading, isHealthy } = controlPlane ?? {};
  if (version === undefined) return <>{t('unknownVersion')}</>;
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      {desired !== undefined && desired !== version ? t('toVersion', { version, desired }) : version}
      {isUpgrading && <StatusChip icon={Sync} tone="info" size="small" label={t('upgrading')} />}
      {isHealthy === false && (
        <StatusChip icon={Warning} tone="warning" size="small" label={t('unhealthy')} />
      )}
    </Box>
  );
};

const Target = ({ versions: { target } }: { versions: Versions }) => {
  const { t } = useTranslationRef(clusterVersionsTranslationRef);
  const { controlPlane, node } = target ?? {};
  const parts = [
    ...(controlPlane === undefined ? [] : [t('facts.targetControlPlane', { version: controlPlane })]),
    ...(node === undefined ? [] : [t('facts.targetNode', { version: node })]),
  ];
  return <>{parts.length === 0 ? t('facts.noTarget') : listNames(parts)}</>;
};

const SequenceLink = ({ versions: { sequence, stage = '', stageNumber } }: { versions: Versions }) => {
  const { t } = useTranslationRef(clusterVersionsTranslationRef);
  const links = useLinks();
  if (sequence === undefined) return <>{t('facts.noSequence')}</>;
  const link = (
    <FleetLink to={links.sequence(sequence)} underline="always">
      {sequence}
    </FleetLink>
  );
  return stageNumber === undefined ? (
    link
  ) : (
    <>{t('facts.stageOf', { sequence: link, number: stageNumber, stage })}</>
  );
};

/** A warning begins as early as that of the sequence does. */
const Support = ({ at }: { at: string }) => {
  const { t } = useTranslationRef(clusterVersionsTranslationRef);
  const now = useNow(60_000);
  const { ago, duration } = useTimeWords();
  const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(Date.parse(at));
  const leftMs = Date.parse(at) - now;
  const words =
    leftMs <= 0
      ? t('facts.supportEnded', { date, ago: ago(at, now) })
      : t('facts.supportLeft', { date, left: duration(leftMs) });
  if (leftMs > SUPPORT_WARNING_MS) return <>{words}</>;
  return <StatusChip icon={Warning} tone={leftMs <= 0 ? 'error' : 'warning'} size="small" label={words} />;
};
