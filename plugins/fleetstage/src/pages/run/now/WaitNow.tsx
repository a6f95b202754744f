import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { isForPeople } from '@fleetstage/backstage-plugin-fleetstage-engine';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { Actor } from '../../../components/Actor';
import { Age } from '../../../components/Age';
import { RolloutAhead } from '../../../components/RolloutAhead';
import { StatusIcon } from '../../../components/StatusChip';
import type { NowFact } from '../../../components/NowCard';
import { useSlotsWords } from '../../../components/useSlots';
import { useStageName } from '../../../components/useStageName';
import { useNow, useNowUntil, useTimeWords } from '../../../components/useTimeWords';
import { blockingRun, upgradingRollout } from '../../../model/blockers';
import { linkName } from '../../../model/placements/placementFilters';
import {
  countingGate,
  heldBeside,
  stageAfter,
  type Gate,
  type Run,
  type Stage,
} from '../../../model/run/pipeline';
import { remainderOf } from '../../../model/time';
import { gateTitle } from '../../../model/status/gate';
import { runStatus } from '../../../model/status/run';
import { runClusterStatus } from '../../../model/status/runCluster';
import { causeTranslationRef } from '../../../translation/cause';
import { runTranslationRef } from '../../../translation/run';
import { HeldNow } from './HeldNow';
import { timelineTranslationRef } from '../../../translation/timeline';
import { PlainNow } from './PlainNow';

/** A clock holds the run, or an earlier run. */
export const WaitNow = ({ run }: { run: Run }) => {
  const held = run.blockers.find(blocker => blockingRun(blocker) !== undefined);
  const gate = countingGate(run.pipeline);
  const stage = run.pipeline.find(one => one.name === gate?.stage);
  if (held !== undefined)
    return <HeldNow blocker={held} placement={linkName({ scope: run.scope, name: run.placement })} />;
  if (gate?.endsAt === undefined || stage === undefined) return <ToldNow run={run} />;
  return <CountingNow run={run} gate={gate} stage={stage} endsAt={gate.endsAt} />;
};

/** What the engine says of it, and who can act. */
const ToldNow = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const cause = useTranslationRef(causeTranslationRef);
  const { scope, waitsFor, placement: name } = run;
  const isForNobody = waitsFor?.actor === undefined || waitsFor.actor === 'engine';
  return (
    <PlainNow
      tone={runStatus(run.state, waitsFor).tone}
      title={waitsFor?.message ?? t('now.waitOnly')}
      isVerbatim={waitsFor !== undefined}
      consequence={waitsFor && isForNobody && t('now.nobody')}
      facts={[
        ...(waitsFor && upgradingRollout(waitsFor)
          ? [{ label: t('now.rollout'), value: <RolloutAhead blocker={waitsFor} /> }]
          : []),
        ...(waitsFor?.since === undefined
          ? []
          : [{ label: t('now.blockedFor'), value: <Age at={waitsFor.since} /> }]),
        ...(isForNobody
          ? []
          : [
              {
                label: cause.t('acts'),
                value: <Actor blocker={waitsFor} placement={linkName({ scope, name })} />,
              },
            ]),
      ]}
    />
  );
};

interface CountingProps {
  readonly run: Run;
  readonly gate: Gate;
  readonly stage: Stage;
  readonly endsAt: string;
}

const CountingNow = ({ run, gate, stage, endsAt }: CountingProps) => {
  const { t } = useTranslationRef(runTranslationRef);
  const now = useNowUntil(endsAt);
  const words = useTimeWords();
  const slots = useSlotsWords();
  const stageName = useStageName();
  const beside = heldBeside(stage, gate);
  const next = beside === undefined ? stageAfter(run.pipeline, stage) : undefined;
  const time = words.clock(endsAt, now);
  const left = words.left(endsAt, now);
  const first = beside ?? next?.gatesBefore.find(isForPeople) ?? next?.gatesBefore.at(0);
  const then = first
    ? isForPeople(first)
      ? t('now.thenApproval')
      : t('now.thenAdded', { title: gateTitle(first) })
    : next && next.total > 0
      ? t('now.thenClusters', { count: next.total, slots: slots(next) })
      : '';
  const wait = words.duration((gate.waitSeconds ?? 0) * 1000);
  return (
    <PlainNow
      tone="info"
      aside={<Dial gate={gate} endsAt={endsAt} now={now} />}
      title={
        next && !first
          ? t('now.waitThenStage', { stage: stageName(next.name), time, left })
          : t('now.waitEnds', { stage: stage.name, time, left })
      }
      consequence={
        <>
          {t('now.waitBody', { wait, stage: stage.name })} <strong>{then}</strong>
        </>
      }
      facts={useProof(stage)}
    />
  );
};

function useProof({ name, proof }: Stage): readonly NowFact[] {
  const { t } = useTranslationRef(runTranslationRef);
  const now = useNow();
  const { age } = useTimeWords();
  if (proof === undefined) return [];
  const isWhole = proof.available === proof.total;
  const { icon, tone } = runClusterStatus(isWhole ? 'updated' : 'stuck');
  const text = t('now.stillAvailable', {
    available: proof.available,
    total: proof.total,
    stage: name,
    snapshot: proof.snapshot,
  });
  const value = (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.75, alignItems: 'center' }}>
      <StatusIcon icon={icon} tone={tone} />
      <span>
        {text}
        {proof.unbrokenSince && `. ${t('now.unbroken', { age: age(proof.unbrokenSince, now) })}`}
      </span>
    </Box>
  );
  return [{ label: t('now.proof'), value }];
}

/** The share of the wait that is left. */
const Dial = ({ gate, endsAt, now }: { gate: Gate; endsAt: string; now: number }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const timeline = useTranslationRef(timelineTranslationRef);
  const leftMs = Math.max(0, Date.parse(endsAt) - now);
  const total = Math.max(1, (gate.waitSeconds ?? 0) * 1000);
  // The same rounding as the title, the chip and the gate.
  const { key, major } = remainderOf(leftMs);
  if (key !== 'seconds' && (key !== 'minutes' || Number(major) > 99)) return null;
  return (
    <Box aria-hidden sx={{ position: 'relative', width: 52, height: 52, flex: 'none' }}>
      <CircularProgress
        variant="determinate"
        value={100}
        size={52}
        thickness={4}
        sx={{ color: 'action.hover', position: 'absolute' }}
      />
      <CircularProgress
        variant="determinate"
        value={Math.min(100, (100 * leftMs) / total)}
        size={52}
        thickness={4}
        color="info"
        sx={{ position: 'absolute' }}
      />
      <Box
        sx={{
          position: 'absolute',
          inset: 0,
          display: 'grid',
          placeContent: 'center',
          textAlign: 'center',
          fontSize: 15,
          lineHeight: '16px',
          fontWeight: 500,
        }}
      >
        {major}
        <Box sx={{ fontSize: 10, lineHeight: '10px', fontWeight: 400 }}>
          {key === 'seconds' ? timeline.t('dial.seconds') : t('now.minutesLeft')}
        </Box>
      </Box>
    </Box>
  );
};
