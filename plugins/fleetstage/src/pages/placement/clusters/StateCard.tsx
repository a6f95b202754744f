import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import DeleteSweep from '@mui/icons-material/DeleteSweep';
import Box from '@mui/material/Box';
import { Age } from '../../../components/Age';
import { ClampedText } from '../../../components/ClampedText';
import { ConditionTrack } from '../../../components/ConditionTrack';
import { FleetLink } from '../../../components/FleetLink';
import { PermitButton } from '../../../components/PermitButton';
import { PlacementChip } from '../../../components/chips';
import type { Placement } from '../../../model/placement/now';
import { useLinks } from '../../../routing';
import { placementTranslationRef } from '../../../translation/placement';
import { sharedTranslationRef } from '../../../translation/shared';
import { evictionsTranslationRef } from '../../../translation/evictions';
import { OpenWorkloads } from '../../workloads/OpenWorkloads';
import { usePlacementUrl } from '../usePlacementUrl';
import { ApplyNow } from './ApplyNow';
import { DetailCard } from './DetailCard';
import { DifferenceTable } from './DifferenceTable';
import { LastKnown } from './LastKnown';

type Row = Schemas['PlacementCluster'];
type Objects = readonly Schemas['FailedObject'][];

/** Objects that are named; the rest is counted. */
const SHOWN = 5;

/** How the placement is on this cluster: conditions, cause, objects that fail, status of when. */
export const StateCard = ({ row, placement }: { row: Row; placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const links = useLinks();
  const {
    cluster,
    state,
    trouble,
    conditions,
    message,
    failed = [],
    drifted = [],
    diffed = [],
    observedAt,
  } = row;
  return (
    <DetailCard title={t('state.title')}>
      <LastKnown row={row}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, flexWrap: 'wrap' }}>
          <ConditionTrack conditions={conditions} trouble={trouble} />
          {state && <PlacementChip state={state} trouble={trouble} size="small" />}
        </Box>
      </LastKnown>
      {message && (
        <Box sx={{ mt: 1 }}>
          <ClampedText text={message} />
        </Box>
      )}
      <ObjectList title={t('state.failed', { count: failed.length })} objects={failed} />
      <DifferenceTable title={t('state.drifted', { count: drifted.length })} objects={drifted} />
      <ApplyNow row={row} placement={placement} />
      <DifferenceTable title={t('state.diffed', { count: diffed.length })} objects={diffed} />
      <Box sx={{ mt: 1, display: 'flex', gap: 2, flexWrap: 'wrap', color: 'text.secondary' }}>
        <Snapshots row={row} />
        {observedAt && <span>{t('state.observed', { age: <Age at={observedAt} isAgo /> })}</span>}
        <Verified row={row} />
        <FleetLink to={links.cluster(cluster)}>{t('state.openCluster')}</FleetLink>
        <OpenWorkloads cluster={cluster} />
      </Box>
      <Evict placement={placement} />
    </DetailCard>
  );
};

/** Of the open cluster, where the placement can be evicted. */
const Evict = ({ placement: { evictions, isDeleting, may } }: { placement: Placement }) => {
  const { t } = useTranslationRef(evictionsTranslationRef);
  const { openDialog } = usePlacementUrl();
  if (evictions === undefined || isDeleting) return null;
  return (
    <PermitButton
      permit={may.evict}
      size="small"
      color="inherit"
      sx={{ mt: 1, ml: -0.625 }}
      startIcon={<DeleteSweep />}
      onClick={() => openDialog('evict')}
    >
      {t('evict.open')}
    </PermitButton>
  );
};

const Verified = ({ row: { verifiedAt } }: { row: Row }) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  return verifiedAt ? <span>{t('verified', { age: <Age at={verifiedAt} isAgo /> })}</span> : null;
};

const Snapshots = ({ row: { snapshot, wantedSnapshot } }: { row: Row }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  if (snapshot === undefined) return null;
  const isMoving = wantedSnapshot !== undefined && wantedSnapshot !== snapshot;
  return (
    <span>
      {isMoving
        ? t('state.wanted', { index: snapshot, wanted: wantedSnapshot })
        : t('state.snapshot', { index: snapshot })}
    </span>
  );
};

const ObjectList = ({ title, objects }: { title: string; objects: Objects }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  if (objects.length === 0) return null;
  const rest = objects.length - SHOWN;
  return (
    <Box sx={{ mt: 1 }}>
      <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', mb: 0.25 }}>{title}</Box>
      <Box component="ul" sx={{ m: 0, pl: 2 }}>
        {objects.slice(0, SHOWN).map(object => (
          <li key={`${object.kind} ${object.namespace} ${object.name}`}>
            <Box component="span" sx={{ fontWeight: 500 }}>
              {nameOf(object)}
            </Box>
            <ClampedText text={object.message || object.reason} />
          </li>
        ))}
      </Box>
      {rest > 0 && t('state.more', { count: rest })}
    </Box>
  );
};

/** `Service checkout/web` */
const nameOf = ({ kind, namespace, name }: Objects[number]) =>
  `${kind} ${namespace ? `${namespace}/` : ''}${name}`;
