import type { Run } from '../../../model/run/pipeline';
import { ApprovalNow } from './ApprovalNow';
import { EndedNow, FailedNow, NotPreparedNow, SucceededNow } from './EndNow';
import { PreparingNow, ReadyNow, StoppedNow, StoppingNow } from './RestNow';
import { TroubleNow } from './TroubleNow';
import { UpdatingNow } from './UpdatingNow';
import { WaitNow } from './WaitNow';

export interface NowProps {
  readonly run: Run;
}

const CARDS: Record<Run['state'], (props: NowProps) => JSX.Element | null> = {
  preparing: PreparingNow,
  readyToStart: ReadyNow,
  couldNotPrepare: NotPreparedNow,
  updating: UpdatingNow,
  waitingForApproval: ApprovalNow,
  waiting: WaitNow,
  failing: TroubleNow,
  stuck: TroubleNow,
  stopping: StoppingNow,
  stopped: StoppedNow,
  succeeded: SucceededNow,
  failed: FailedNow,
  ended: EndedNow,
};

/** The one card that says what waits, why, since when, who can act, what to press. */
export const RunNow = ({ run }: NowProps) => {
  const Card = CARDS[run.state];
  return <Card run={run} />;
};
