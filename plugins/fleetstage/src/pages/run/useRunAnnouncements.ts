import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useEffect, useRef } from 'react';
import { useFleetData } from '../../api/FleetProvider';
import { useAnnounce } from '../../components/Announcer';
import { doneOf } from '../../components/CountBar';
import { countingGate, type Run } from '../../model/run/pipeline';
import { stageStatus } from '../../model/status/run';
import { runTranslationRef } from '../../translation/run';
import { statusTranslationRef } from '../../translation/status';

const FIVE_MINUTES = 5 * 60_000;
const DAY = 24 * 60 * 60_000;

/** Reads out what changes while the page is open: stages politely, a failed run at once. */
export function useRunAnnouncements(run: Run): void {
  const { t } = useTranslationRef(runTranslationRef);
  const status = useTranslationRef(statusTranslationRef);
  const announce = useAnnounce();
  const before = useRef(run);
  useEffect(() => {
    const old = before.current;
    before.current = run;
    if (old === run) return;
    if (run.state === 'failed' && old.state !== 'failed') announce.now(t('announce.runFailed'));
    for (const stage of run.pipeline) {
      const was = old.pipeline.find(one => one.name === stage.name);
      if (was === undefined || (was.state === stage.state && doneOf(was.counts) === doneOf(stage.counts)))
        continue;
      const state = status.t(stageStatus(stage.state, stage).label);
      announce.polite(
        t('announce.stage', { stage: stage.name, state, done: doneOf(stage.counts), total: stage.total }),
      );
    }
  }, [run, announce, t, status]);
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
