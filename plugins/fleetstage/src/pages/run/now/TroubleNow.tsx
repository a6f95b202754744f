import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { PermitButton } from '../../../components/PermitButton';
import { useStageName } from '../../../components/useStageName';
import { heldSlots, type Run, type Stage } from '../../../model/run/pipeline';
import { runStatus } from '../../../model/status/run';
import { runTranslationRef } from '../../../translation/run';
import { useRunUrl } from '../useRunUrl';
import { PlainNow } from './PlainNow';
import { useNextGateWords } from './UpdatingNow';

/** Clusters that fail or are stuck hold slots: what still moves, and what to do. */
export const TroubleNow = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const stage = run.pipeline.find(one => heldSlots(one.counts) > 0);
  const next = useNextGateWords(run);
  const title = useTroubleTitle(stage, run);
  const moving = stage?.counts.updating ?? 0;
  const isBlocked = stage !== undefined && heldSlots(stage.counts) >= (stage.slots ?? 1);
  return (
    <PlainNow
      tone={runStatus(run.state).tone}
      title={title}
      consequence={
        <>
          {moving > 0 && t('now.goOn', { count: moving })}
          {moving === 0 && isBlocked && t('now.noneGoOn')} {next}
        </>
      }
      actions={<RetryAct run={run} />}
    />
  );
};

function useTroubleTitle(held: Stage | undefined, run: Run): string {
  const { t } = useTranslationRef(runTranslationRef);
  const stageName = useStageName();
  if (held === undefined) return run.waitsFor?.message ?? run.name;
  const count = heldSlots(held.counts);
  const slots = Math.max(held.slots ?? 1, count);
  const stage = stageName(held.name);
  if (count < slots) return t('now.slow', { stage, count, slots });
  return slots === 1 ? t('now.blockedOne', { stage }) : t('now.blocked', { stage, slots });
}

const RetryAct = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const { openDialog } = useRunUrl(run);
  const { failing = 0, stuck = 0 } = run.counts;
  return (
    <PermitButton permit={run.may.retry} variant="contained" onClick={() => openDialog('retry')}>
      {t(failing === 0 ? 'acts.retryStuck' : stuck === 0 ? 'acts.retry' : 'acts.retryBoth', {
        count: failing + stuck,
      })}
    </PermitButton>
  );
};
