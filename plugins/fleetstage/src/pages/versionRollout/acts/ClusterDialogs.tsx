import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Replay from '@mui/icons-material/Replay';
import SkipNext from '@mui/icons-material/SkipNext';
import { useFleetData } from '../../../api/FleetProvider';
import { Consequence } from '../../../components/acts/Consequence';
import { ReasonedActDialog } from '../../../components/acts/ReasonedActDialog';
import { fewNames } from '../../../model/placement/fewNames';
import { rolloutActCommand } from '../../../model/versionRollout/acts';
import { versionActTranslationRef } from '../../../translation/versionActs';
import type { RolloutDialogProps } from '../rolloutProps';
import { useRolloutUrl } from '../useRolloutUrl';
import { useRolloutSend } from './useRolloutSend';

/** Leaves clusters out; an upgrade that runs is finished (E/AC-004). */
export const SkipDialog = ({ rollout, onClose }: RolloutDialogProps) => {
  const { t } = useTranslationRef(versionActTranslationRef);
  const { send, sending } = useRolloutSend(rollout);
  const { clusters, words } = useNamed();
  if (clusters.length === 0) return null;
  return (
    <ReasonedActDialog
      title={t('skip.title', words)}
      confirm={t('skip.confirm', words)}
      failed={t('skip.failed')}
      done={t('skip.done', words)}
      measure={['skip', rollout.name]}
      permit={rollout.may.skipCluster}
      off={rollout.isOver ? t('over') : undefined}
      command={rolloutActCommand(rollout, { kind: 'SkipClusters', clusters })}
      sending={sending}
      send={reason => send({ act: 'skip', body: { clusters: [...clusters] } }, reason)}
      onClose={onClose}
    >
      <Consequence icon={SkipNext} title={t('skip.says', words)}>
        {t('skip.more')}
      </Consequence>
    </ReasonedActDialog>
  );
};

/** Takes them in again while their stage is open. */
export const UnskipDialog = ({ rollout, onClose }: RolloutDialogProps) => {
  const { t } = useTranslationRef(versionActTranslationRef);
  const { send, sending } = useRolloutSend(rollout);
  const { clusters, words } = useNamed();
  if (clusters.length === 0) return null;
  return (
    <ReasonedActDialog
      title={t('unskip.title', words)}
      confirm={t('unskip.confirm')}
      failed={t('unskip.failed')}
      done={t('unskip.done', words)}
      measure={['unskip', rollout.name]}
      permit={rollout.may.skipCluster}
      off={rollout.isOver ? t('over') : undefined}
      command={rolloutActCommand(rollout, { kind: 'UnskipClusters', clusters })}
      sending={sending}
      send={reason => send({ act: 'unskip', body: { clusters: [...clusters] } }, reason)}
      onClose={onClose}
    >
      <Consequence icon={Replay} title={t('unskip.says', words)} />
    </ReasonedActDialog>
  );
};

/** Tries failed upgrades again (E/AC-005). */
export const RetryDialog = ({ rollout, onClose }: RolloutDialogProps) => {
  const { t } = useTranslationRef(versionActTranslationRef);
  const { send, sending } = useRolloutSend(rollout);
  const { live } = useFleetData();
  const { clusters, words } = useNamed();
  if (clusters.length === 0) return null;
  const requestedAt = new Date(live.now()).toISOString().replace(/\.\d+Z$/, 'Z');
  return (
    <ReasonedActDialog
      title={t('retry.title', words)}
      confirm={t('retry.confirm', words)}
      failed={t('retry.failed')}
      done={t('retry.done', words)}
      measure={['retry', rollout.name]}
      permit={rollout.may.retry}
      off={rollout.isOver ? t('over') : undefined}
      command={rolloutActCommand(rollout, { kind: 'RetryClusters', clusters, requestedAt })}
      sending={sending}
      send={reason => send({ act: 'retry', body: { clusters: [...clusters] } }, reason)}
      onClose={onClose}
    >
      <Consequence icon={Replay} title={t('retry.says', words)} />
    </ReasonedActDialog>
  );
};

/** So many by name. */
const NAMED = 3;

/** The clusters that the address names. */
function useNamed() {
  const { t } = useTranslationRef(versionActTranslationRef);
  const { only: clusters } = useRolloutUrl();
  const { shown, more } = fewNames(clusters, clusters.length, NAMED);
  const names = more === 0 ? shown : t('namesMore', { names: shown, count: more });
  return { clusters, words: { count: clusters.length, names } };
}
