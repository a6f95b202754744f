import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { useMemo, useState } from 'react';
import { troubleOf } from '../../api/errors';
import { useUpdateCluster } from '../../api/mutations';
import { ConflictNote } from '../../components/acts/ConflictNote';
import { useDone } from '../../components/acts/useActToasts';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { KubectlPanel } from '../../components/KubectlPanel';
import {
  changeOf,
  editOf,
  isSound,
  patchCommand,
  rebaseEdit,
  type ClusterEdit,
} from '../../model/clusters/edit';
import type { Cluster } from '../../model/clusters/now';
import { listNames } from '../../model/listNames';
import { taintInWords } from '../../model/placement/why';
import { clusterEditTranslationRef } from '../../translation/clusterEdit';
import { ClusterEffect } from './ClusterEffect';
import { LabelRows } from './LabelRows';

interface EditClusterDialogProps {
  readonly cluster: Cluster;
  readonly onClose: () => void;
}

/** Labels and taints of a member, with what they would do to placements and stages. */
export const EditClusterDialog = ({ cluster, onClose }: EditClusterDialogProps) => {
  const { t } = useTranslationRef(clusterEditTranslationRef);
  // As it was when the dialog was opened: what others change meanwhile is merged, or refused, by the backend.
  const [shown, setShown] = useState(cluster);
  const [edit, setEdit] = useState<ClusterEdit>(() => editOf(shown.labels, shown.taints));
  const { mutateAsync, reset, ...sending } = useUpdateCluster();
  const done = useDone();
  const change = useMemo(() => changeOf(shown, edit), [shown, edit]);
  const isChanged = change.labels !== undefined || change.taints !== undefined;
  const isReady = isChanged && isSound(edit);
  // A change of others that concerns nothing typed here is no conflict: the backend merges it.
  const isConflict = troubleOf(sending.error) === 'conflict' && isOther(shown, cluster);
  const rebase = (keep: 'theirs' | 'mine') => {
    const [before, theirs] = [shown, cluster].map(one => editOf(one.labels, one.taints));
    setEdit(keep === 'theirs' ? theirs : rebaseEdit(before, edit, theirs));
    setShown(cluster);
    reset();
  };
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
      isConfirmDisabled={!isReady || isConflict}
      permit={shown.may.update}
      error={sending.error}
      isErrorSaid={isConflict}
      errorTitle={t('failed')}
    >
      <LabelRows kind="labels" rows={edit.labels} onChange={labels => setEdit({ ...edit, labels })} />
      <LabelRows kind="taints" rows={edit.taints} onChange={taints => setEdit({ ...edit, taints })} />
      <Box sx={{ mt: 2, minHeight: 120 }}>
        <ClusterEffect name={shown.name} change={change} isReady={isReady} />
      </Box>
      {isConflict && (
        <ConflictNote
          text={t('conflict', { theirs: inWords(cluster) || t('conflictNothing') })}
          onTheirs={() => rebase('theirs')}
          onMine={() => rebase('mine')}
        />
      )}
      {isReady && <KubectlPanel command={patchCommand(shown.name, shown.labels, change)} />}
    </ConfirmDialog>
  );
};

const isOther = (shown: Cluster, latest: Cluster) =>
  shown.generation !== latest.generation || inWords(shown) !== inWords(latest);

/** `environment=prod, maintenance:NoSchedule` */
const inWords = ({ labels, taints }: Cluster) =>
  listNames([
    ...editOf(labels, []).labels.map(({ key, value }) => `${key}=${value}`),
    ...taints.map(taintInWords),
  ]);
