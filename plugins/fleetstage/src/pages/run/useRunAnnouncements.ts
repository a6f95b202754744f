import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useEffect, useRef } from 'react';
import { useFleetData } from '../../api/FleetProvider';
import { useAnnounce } from '../../components/Announcer';
import { useStageName } from '../../components/useStageName';
import { countingGate, type Run } from '../../model/run/pipeline';
import { stageSaid, stageStatus } from '../../model/status/run';
import { withCapital } from '../../model/withCapital';
import { runTranslationRef } from '../../translation/run';
import { statusTranslationRef } from '../../translation/status';

const FIVE_MINUTES = 5 * 60_000;
const DAY = 24 * 60 * 60_000;

/** Reads out what changes while the page is open: stages politely, a failed run at once. */
export function useRunAnnouncements(run: Run): void {
  const { t } = useTranslationRef(runTranslationRef);
  const status = useTranslationRef(statusTranslationRef);
  const stageName = useStageName();
  const announce = useAnnounce();
  const before = useRef(run);
  useEffect(() => {
    const old = before.current;
    before.current = run;
    if (old === run) return;
    if (run.state === 'failed' && old.state !== 'failed') announce.now(t('announce.runFailed'));
    for (const stage of run.pipeline) {
      const was = old.pipeline.find(one => one.name === stage.name);
      if (was === undefined || (was.state === stage.state && was.tally.done === stage.tally.done)) continue;
      announce.polite(
        t(stage.isRemoval ? 'announce.removal' : 'announce.stage', {
          stage: withCapital(stageName(stage.name)),
          state: status.t(stageSaid(stageStatus(stage.state, stage).label)),
          done: stage.tally.done,
          total: stage.total,
        }),
      );
    }
  }, [run, announce, t, status, stageName]);
  useFiveMinutes(run);
}

function useFiveMinutes({ pipeline }: Run): void {
  const { t } = useTranslationRef(runTranslationRef);
  const announce = useAnnounce();
  const { live } = useFleetData();
  const gate = countingGate(pipeline);
  const { endsAt, stage = '' } = gate ?? {};
  useEffect(() => {
    const left = endsAt === undefined ? -1 : Date.parse(endsAt) - live.now() - FIVE_MINUTES;
    // Nobody keeps a page open for longer, and timers of the browser end at 24 days.
    if (left <= 0 || left > DAY) return undefined;
    const timer = setTimeout(() => announce.polite(t('announce.fiveMinutes', { stage })), left);
    return () => clearTimeout(timer);
  }, [endsAt, stage, live, announce, t]);
}
