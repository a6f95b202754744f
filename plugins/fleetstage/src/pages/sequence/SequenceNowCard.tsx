import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Button from '@mui/material/Button';
import { Age, Clock } from '../../components/Age';
import { Actor } from '../../components/Actor';
import { MessageText } from '../../components/MessageText';
import { NowCard, type NowFact } from '../../components/NowCard';
import { PermitButton } from '../../components/PermitButton';
import { useRolloutWords } from '../../components/versionChips';
import { sequenceNow } from '../../model/sequences/now';
import { sequenceStatus, rolloutState, rolloutStatus } from '../../model/status/versionRollout';
import { RouterLink, useLinks } from '../../routing';
import { sequenceTranslationRef } from '../../translation/sequence';
import { versionStatusTranslationRef } from '../../translation/versionStatus';
import type { VersionRollout } from '../../model/sequences/sequenceList';
import type { Sequence } from './sequenceProps';
import { useSequenceUrl } from './useSequenceUrl';

/** What waits in the sequence, why, since when, who can act, what to press. */
export const SequenceNowCard = ({ sequence }: { sequence: Sequence }) => {
  const { t } = useTranslationRef(sequenceTranslationRef);
  const now = sequenceNow(sequence);
  const { message } = sequence;
  const { tone } = sequenceStatus(sequence);
  switch (now.kind) {
    case 'trouble':
    case 'moving':
      return <RolloutNow sequence={sequence} rollout={now.rollout} isPrimary={now.kind === 'trouble'} />;
    case 'suspended':
      return <SuspendedNow sequence={sequence} />;
    case 'error':
      return (
        <NowCard
          tone={tone}
          title={t('now.error')}
          consequence={message}
          facts={sinceFacts(sequence, t('now.since'))}
        />
      );
    case 'warning':
      return <NowCard tone={tone} title={t('now.warning')} consequence={message} />;
    case 'deleting':
      return <NowCard tone="info" title={t('now.deleting')} consequence={t('now.deletingBody')} />;
    case 'initializing':
      return <NowCard tone="info" title={t('now.initializing')} consequence={message} />;
    case 'noTarget':
      return <NowCard tone="neutral" title={t('now.noTarget')} consequence={t('now.noTargetBody')} />;
    default:
      return <NowCard tone="success" title={t('now.idle')} consequence={t('now.idleBody')} />;
  }
};

const SuspendedNow = ({ sequence }: { sequence: Sequence }) => {
  const { t } = useTranslationRef(sequenceTranslationRef);
  const { openDialog } = useSequenceUrl();
  return (
    <NowCard
      tone="warning"
      title={t('now.suspended')}
      consequence={t('now.suspendedBody')}
      facts={sinceFacts(sequence, t('now.since'))}
      actions={
        <PermitButton permit={sequence.may.resume} variant="contained" onClick={() => openDialog('resume')}>
          {t('acts.resume')}
        </PermitButton>
      }
    />
  );
};

const sinceFacts = ({ stateSince }: Sequence, label: string): readonly NowFact[] =>
  stateSince === undefined ? [] : [{ label, value: <Age at={stateSince} /> }];

interface RolloutNowProps {
  readonly sequence: Sequence;
  readonly rollout: VersionRollout;
  /** It needs somebody: its page is the next thing to open. */
  readonly isPrimary: boolean;
}

const RolloutNow = ({ sequence, rollout, isPrimary }: RolloutNowProps) => {
  const { t } = useTranslationRef(sequenceTranslationRef);
  const status = useTranslationRef(versionStatusTranslationRef);
  const links = useLinks();
  const { name, upgradeType, version, waitsFor, message } = rollout;
  return (
    <NowCard
      tone={rolloutStatus(rolloutState(rollout)).tone}
      title={t('now.rollout', {
        type: status.t(`type.${upgradeType}`),
        version,
        state: useRolloutWords(rollout),
      })}
      consequence={<MessageText text={waitsFor?.message ?? message ?? ''} />}
      facts={useRolloutFacts(sequence, rollout)}
      actions={
        <Button
          variant={isPrimary ? 'contained' : 'outlined'}
          color={isPrimary ? 'primary' : 'inherit'}
          component={RouterLink}
          to={links.versionRollout(name)}
        >
          {t('acts.openRollout')}
        </Button>
      }
    />
  );
};

function useRolloutFacts({ stageCount }: Sequence, rollout: VersionRollout): readonly NowFact[] {
  const { t } = useTranslationRef(sequenceTranslationRef);
  const { currentStage: stage, currentStageNumber: number, waitsFor, soakEndsAt, text } = rollout;
  const until = waitsFor?.until ?? soakEndsAt;
  const { since, actor } = waitsFor ?? {};
  return [
    ...(stage === undefined || number === undefined
      ? []
      : [{ label: t('now.stage'), value: t('now.stageOf', { stage, number, total: stageCount }) }]),
    { label: t('now.progress'), value: text },
    ...(since === undefined ? [] : [{ label: t('now.since'), value: <Age at={since} /> }]),
    ...(until === undefined ? [] : [{ label: t('now.until'), value: <Clock at={until} /> }]),
    ...(actor === undefined || waitsFor === undefined
      ? []
      : [{ label: t('now.acts'), value: <Actor blocker={waitsFor} placement="" /> }]),
  ];
}
