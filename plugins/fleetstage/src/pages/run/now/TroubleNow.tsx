import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { PermitButton } from '../../../components/PermitButton';
import { useStageName } from '../../../components/useStageName';
import { isRollBackFirst } from '../../../model/run/actUse';
import type { Run, Stage } from '../../../model/run/pipeline';
import { runStatus } from '../../../model/status/run';
import { runTranslationRef } from '../../../translation/run';
import { useRunUrl } from '../useRunUrl';
import { EndAct, EndActs, lookOf, RollBackAct, type ActLook } from './EndActs';
import { PlainNow } from './PlainNow';
import { useNextGateWords } from './UpdatingNow';
import { useCauseFacts } from './useCauseFacts';

/** Clusters that fail or are stuck hold slots: what still moves, and what to do. */
export const TroubleNow = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const stage = run.pipeline.find(one => one.tally.inTrouble > 0);
  const next = useNextGateWords(run);
  const title = useTroubleTitle(stage, run);
  const facts = useCauseFacts(run);
  const moving = stage?.counts.updating ?? 0;
  const isBlocked = stage !== undefined && stage.tally.inTrouble >= (stage.slots ?? 1);
  return (
    <PlainNow
      tone={runStatus(run.state).tone}
      title={title}
      facts={facts}
      consequence={
        <>
          {moving > 0 && t('now.goOn', { count: moving })}
          {moving === 0 && isBlocked && t('now.noneGoOn')} {next}
        </>
      }
      actions={<Acts run={run} />}
    />
  );
};

/** Another try is the first act, except where it would end as the last one did. */
const Acts = ({ run }: { run: Run }) =>
  isRollBackFirst(run) ? (
    <>
      <RollBackAct run={run} isPrimary />
      <RetryAct run={run} />
      <EndAct run={run} />
    </>
  ) : (
    <>
      <RetryAct run={run} isPrimary />
      <EndActs run={run} />
    </>
  );

function useTroubleTitle(held: Stage | undefined, run: Run): string {
  const { t } = useTranslationRef(runTranslationRef);
  const stageName = useStageName();
  if (held === undefined) return run.waitsFor?.message ?? run.name;
  const { counts, tally, clusters } = held;
  const slots = Math.max(held.slots ?? 1, tally.inTrouble);
  const stage = stageName(held.name);
  const how = !counts.stuck ? 'failing' : !counts.failing ? 'stuck' : 'both';
  const [holder] = clusters.filter(({ state }) => state === 'failing' || state === 'stuck');
  if (holder !== undefined && how !== 'both' && tally.inTrouble === 1) {
    const { name: cluster } = holder;
    return slots > 1
      ? t(`now.slowOne.${how}`, { stage, cluster, slots })
      : t(`now.blockedOne.${how}`, { stage, cluster });
  }
  return tally.inTrouble < slots
    ? t(`now.slow.${how}`, { stage, held: tally.inTrouble, slots })
    : t(`now.blocked.${how}`, { stage, slots });
}

const RetryAct = ({ run, ...look }: { run: Run } & ActLook) => {
  const { t } = useTranslationRef(runTranslationRef);
  const { openDialog } = useRunUrl(run);
  const { failing, stuck } = run.counts;
  return (
    <PermitButton permit={run.may.retry} {...lookOf(look)} onClick={() => openDialog('retry')}>
      {t(!failing ? 'acts.retryStuck' : !stuck ? 'acts.retry' : 'acts.retryBoth', {
        count: run.tally.inTrouble,
      })}
    </PermitButton>
  );
};
