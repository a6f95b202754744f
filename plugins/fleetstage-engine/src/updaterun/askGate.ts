import { cutText, instant, plus, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { GateAnswer, GateInput, GateProgress, GateWait } from '../staged/gates/gate';
import { textOfThrown, type GatePlugin, type GateContext, type GateSubject } from './gatePlugin';
import type { RunState, StageProgress } from './state';

/** What the kind reads may have changed without the run being marked. */
const ASK_AGAIN_MS = 60_000;
/** A kind that opens a moment from now each time it is asked costs a pass each time. */
const ASK_AGAIN_AT_LEAST_MS = 1_000;
/** The last moment that a date can have. */
const LATEST_MS = 8.64e15;

type Ask = NonNullable<GateInput['ask']>;

/**
 * Asks the kinds that are installed, on behalf of one pass. A kind that is not installed, throws, or answers what no kind may
 * answer holds its gate and is named: such a gate neither opens nor stops the pass.
 */
export function askGates(state: RunState, stages: readonly StageProgress[]): Ask | undefined {
  const { gatePlugins } = state;
  if (gatePlugins === undefined) return undefined;
  return (gate, { now, stage, side }) => {
    const wakeAt = plus(now, ASK_AGAIN_MS);
    const held = (message: string): GateAnswer => ({
      kind: 'waiting',
      message: cutText(message),
      actor: 'operator',
      wakeAt,
    });
    const plugin = gatePlugins.get(gate.kind);
    if (plugin === undefined) return held(notInstalled(gate.kind));
    const planned = stages.find(({ name }) => name === stage.name);
    const context: GateContext = {
      now,
      run: subjectOf(state.run),
      placement: subjectOf(state.placement ?? { name: state.run.spec.placementName }),
      stage: {
        name: stage.name,
        side: side === 'beforeStage' ? 'before' : 'after',
        clusters: clustersOf(state, planned),
      },
    };
    try {
      const answer = askOne(plugin, gate, context);
      if (answer === undefined) return { kind: 'open' };
      return typeof answer === 'string'
        ? held(`the gate kind ${plugin.name} ${answer}`)
        : {
            ...answer,
            kind: 'waiting',
            wakeAt: latest(answer.until ?? wakeAt, plus(now, ASK_AGAIN_AT_LEAST_MS)),
          };
    } catch (error) {
      return held(`the gate kind ${plugin.name} failed: ${textOfThrown(error)}`);
    }
  };
}

const notInstalled = (kind: string) =>
  `the gate kind ${kind} is not installed; install the backend module that adds it, or end the run`;

/** `undefined`: open. A text: what is wrong with the answer. */
function askOne(
  plugin: GatePlugin,
  { added }: GateProgress,
  context: GateContext,
): GateWait | string | undefined {
  const config = plugin.readConfig(added?.config);
  if (!config.ok) return `does not take its config any more: ${config.error}; create a new run`;
  const verdict = plugin.decide(config.value, context);
  if (verdict?.kind === 'open') return undefined;
  if (verdict?.kind !== 'waiting' || typeof verdict.message !== 'string' || verdict.message.trim() === '')
    return 'answered neither that the gate is open nor why it waits';
  const { message, until, actor } = verdict;
  if (until !== undefined && !(Number.isInteger(until) && until > context.now && until <= LATEST_MS))
    return 'waits until no moment to come, in whole milliseconds since 1970';
  return {
    message: cutText(message),
    ...(until !== undefined && { until: instant(until) }),
    actor: actor === 'operator' ? 'operator' : 'engine',
  };
}

const latest = (a: Instant, b: Instant): Instant => (a > b ? a : b);

interface Described {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

const subjectOf = ({ name, labels = {}, annotations = {} }: Described): GateSubject => ({
  name,
  labels,
  annotations,
});

function clustersOf({ clusters }: RunState, stage: StageProgress | undefined) {
  const names = new Set(stage?.clusters.map(({ cluster }) => cluster));
  return clusters
    .filter(({ name }) => names.has(name))
    .map(({ name, labels, properties }) => ({ name, labels, properties }));
}
