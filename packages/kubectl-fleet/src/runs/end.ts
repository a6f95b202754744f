import { annotationKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import { explainOutcome } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { UserError } from 'fleetstage';
import { askedOnly, isUnwatched, neededOption, type Act, type Result } from '../command';
import { RUNS } from '../hub/families';
import { waitFor } from '../waitFor';
import { loadRun, sayRun, type ShownRun } from './loadRun';

/** Ends a run for good (RUL 49): its clusters stay as they are, and the next run of the placement goes on. */
export async function end(act: Act): Promise<Result> {
  const reason = neededOption(act, 'reason', 'say why the run ends; it stays on the run');
  const run = await loadRun(act.hub, askedOnly(act, RUNS));
  if (run.outcome !== undefined) throw new UserError(explainOutcome(run.key, run.outcome));
  const text = `run "${run.key}" is asked to end`;
  await askForEnd(act, run, reason);
  if (isUnwatched(act)) return { text, data: { run: run.key, isEnding: true } };
  return (await untilOver(act, run)) ?? late(act, run);
}

export const askForEnd = ({ hub }: Act, { address, uid }: ShownRun, reason: string) =>
  hub.merge(address, uid, { metadata: { annotations: { [annotationKeys.endRun]: reason } } });

async function untilOver(act: Act, { address, key: run }: ShownRun): Promise<Result | undefined> {
  const over = await waitFor(async () => {
    const one = await loadRun(act.hub, address);
    return one.outcome === undefined ? undefined : one;
  }, act);
  if (over === undefined) return undefined;
  const { outcome } = over;
  const message = sayRun(over);
  if (outcome === 'ended') return { text: `run "${run}" is ${message}`, data: { run, outcome, message } };
  const text = `run "${run}" was over before it ended: ${outcome} ${message}`.trim();
  return { text, data: { run, outcome, message }, code: 2 };
}

async function late({ hub }: Act, { address }: ShownRun): Promise<Result> {
  const { key: run, conditions, outcome } = await loadRun(hub, address);
  const message = sayRun({ conditions, outcome });
  return {
    text:
      `run "${run}" has not ended, and --timeout is over: ${message}. ` +
      'Ending a run is an act of Fleetstage; check that it serves this hub',
    data: { run, isEnding: true, message },
    code: 2,
  };
}
