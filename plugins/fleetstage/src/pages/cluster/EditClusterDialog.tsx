import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Hub from '@mui/icons-material/Hub';
import Box from '@mui/material/Box';
import { useMemo, useState } from 'react';
import { messageOf } from '../../api/errors';
import { useUpdateCluster } from '../../api/mutations';
import { useClusterChange } from '../../api/whatIfQueries';
import { Consequence } from '../../components/acts/Consequence';
import { useDone } from '../../components/acts/useActToasts';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { KubectlPanel } from '../../components/KubectlPanel';
import { useDebounced } from '../../components/useDebounced';
import { changeOf, editOf, isSound, patchCommand, type ClusterEdit } from '../../model/clusters/edit';
import type { Cluster } from '../../model/clusters/now';
import { clusterEditTranslationRef } from '../../translation/clusterEdit';
import { LabelRows } from './LabelRows';

interface EditClusterDialogProps {
  readonly cluster: Cluster;
  readonly onClose: () => void;
}

/** Labels and taints of a member, with what they would do to placements and stages. */
export const EditClusterDialog = ({ cluster, onClose }: EditClusterDialogProps) => {
  const { t } = useTranslationRef(clusterEditTranslationRef);
  // As it was when the dialog was opened: what others change meanwhile is merged, or refused, by the backend.
  const [shown] = useState(cluster);
  const [edit, setEdit] = useState<ClusterEdit>(() => editOf(shown.labels, shown.taints));
  const { mutateAsync, ...sending } = useUpdateCluster();
  const done = useDone();
  const change = useMemo(() => changeOf(shown, edit), [shown, edit]);
  const isChanged = change.labels !== undefined || change.taints !== undefined;
  const isReady = isChanged && isSound(edit);
  const save = async () => {
    const { name, resourceVersion, generation, labels } = shown;
    await mutateAsync({ name, body: { ...change, resourceVersion, generation, shown: { labels } } });
    onClose();
    done(t('done', { cluster: name }));
  };
  return (
    <ConfirmDialog
      open
      width={640}
      title={t('title', { cluster: shown.name })}
      confirmLabel={t('confirm')}
      // A refusal is shown by the dialog.
      onConfirm={() => void save().catch(() => undefined)}
      onClose={onClose}
      isBusy={sending.isPending}
      isConfirmDisabled={!isReady}
      permit={shown.may.update}
      error={sending.error}
      errorTitle={t('failed')}
    >
      <LabelRows kind="labels" rows={edit.labels} onChange={labels => setEdit({ ...edit, labels })} />
      <LabelRows kind="taints" rows={edit.taints} onChange={taints => setEdit({ ...edit, taints })} />
      <Box sx={{ mt: 2, minHeight: 120 }}>
        <Effect name={shown.name} change={change} isReady={isReady} />
      </Box>
      {isReady && <KubectlPanel command={patchCommand(shown.name, shown.labels, change)} />}
    </ConfirmDialog>
  );
};

interface EffectProps {
  readonly name: string;
  readonly change: ReturnType<typeof changeOf>;
  readonly isReady: boolean;
}

const TYPING_MS = 400;

/** What the scheduler and the strategies would make of it. */
const Effect = ({ name, change, isReady }: EffectProps) => {
  const { t } = useTranslationRef(clusterEditTranslationRef);
  const asked = useDebounced(change, TYPING_MS);
  const { data, error } = useClusterChange(name, asked, isReady);
  if (!isReady) return <Consequence icon={Hub} title={t('effect.unchanged')} />;
  if (error && !data)
    return <Consequence icon={Hub} title={t('effect.failed', { message: messageOf(error) })} />;
  if (!data || asked !== change) return <Consequence icon={Hub} title={t('effect.asking')} />;
  const { placements, checked, total, strategies } = data;
  return (
    <Consequence
      icon={Hub}
      title={
        placements.length === 0
          ? t('effect.none', { count: checked })
          : t('effect.moves', { count: placements.length })
      }
    >
      <Box component="ul" sx={{ m: 0, pl: 2.25 }}>
        {placements.map(one => (
          <li key={`${one.scope}/${one.name}`}>
            <PlacementEffect {...one} />
          </li>
        ))}
        {strategies.map(({ name: strategy, today, then }) => (
          <li key={strategy}>
            {t('effect.stage', {
              strategy,
              today: today.join(', ') || t('effect.noStage'),
              then: then.join(', ') || t('effect.noStage'),
            })}
          </li>
        ))}
      </Box>
      {strategies.length > 0 && <div>{t('effect.stageNote')}</div>}
      {checked < total && <div>{t('effect.part', { checked, total })}</div>}
    </Consequence>
  );
};

type PlacementEffectProps = NonNullable<ReturnType<typeof useClusterChange>['data']>['placements'][number];

const PlacementEffect = ({ scope, name, effect, found, wanted, why }: PlacementEffectProps) => {
  const { t } = useTranslationRef(clusterEditTranslationRef);
  const placement = scope === '_' ? name : `${scope}/${name}`;
  const isShort = wanted !== undefined && found < wanted;
  const words =
    effect === 'gains' || effect === 'loses'
      ? t(`effect.${effect}`, { placement })
      : t(isShort ? 'effect.short' : 'effect.shortOpen', { placement, found, wanted: wanted ?? found });
  return (
    <>
      {words}
      {`. ${why}`}
    </>
  );
};
