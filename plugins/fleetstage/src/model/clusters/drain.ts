import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { annotationKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import { isCordoned, withCordon, withoutCordon } from '@fleetstage/backstage-plugin-fleetstage-engine';
import Block from '@mui/icons-material/Block';
import CheckCircle from '@mui/icons-material/CheckCircle';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import PushPin from '@mui/icons-material/PushPin';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import RemoveCircleOutline from '@mui/icons-material/RemoveCircleOutline';
import Sync from '@mui/icons-material/Sync';
import Warning from '@mui/icons-material/Warning';
import type { SvgIconComponent } from '@mui/icons-material';
import { quote } from '../kubectl';
import type { Tone } from '../status/tone';

export type DrainState = Schemas['DrainState'];
export type DrainPlacement = Schemas['DrainPlacement'];

interface Look {
  readonly icon: SvgIconComponent;
  readonly tone: Tone;
}

const states: Record<DrainState, Look> = {
  idle: { icon: CheckCircle, tone: 'neutral' },
  cordoned: { icon: Block, tone: 'neutral' },
  draining: { icon: Sync, tone: 'info' },
  blocked: { icon: HourglassEmpty, tone: 'warning' },
  drained: { icon: CheckCircle, tone: 'success' },
};

const items: Record<DrainPlacement['state'], Look> = {
  due: { icon: RemoveCircleOutline, tone: 'info' },
  evicting: { icon: Sync, tone: 'info' },
  blocked: { icon: HourglassEmpty, tone: 'warning' },
  evicted: { icon: CheckCircle, tone: 'success' },
  invalid: { icon: Warning, tone: 'warning' },
  stays: { icon: PushPin, tone: 'neutral' },
  empty: { icon: RadioButtonUnchecked, tone: 'neutral' },
};

export const drainLook = (state: DrainState): Look => states[state];
export const drainItemLook = (state: DrainPlacement['state']): Look => items[state];

/** What needs somebody first, then what goes, what stays, what is gone. */
const ORDER: readonly DrainPlacement['state'][] = [
  'blocked',
  'invalid',
  'evicting',
  'due',
  'stays',
  'empty',
  'evicted',
];

export const sortDrained = (placements: readonly DrainPlacement[]): readonly DrainPlacement[] =>
  [...placements].sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));

export const countDrained = (placements: readonly DrainPlacement[], state: DrainPlacement['state']): number =>
  placements.filter(one => one.state === state).length;

type Taints = Schemas['ClusterSummary']['taints'];

const taintPatch = (name: string, taints: ReturnType<typeof withCordon>) =>
  `kubectl patch membercluster ${name} --type=merge \\\n  -p ${quote(JSON.stringify({ spec: { taints } }))}`;

/** The taint of a cordon and the annotation that asks for the evictions. */
export function drainCommand(name: string, taints: Taints, reason: string): string {
  const annotate = `kubectl annotate membercluster ${name} ${annotationKeys.drain}=${quote(reason)}`;
  return isCordoned(taints) ? annotate : `${taintPatch(name, withCordon(taints))}\n${annotate}`;
}

/** Takes both away. */
export const uncordonCommand = (name: string, taints: Taints): string =>
  [
    taintPatch(name, withoutCordon(taints)),
    `kubectl annotate membercluster ${name} ${annotationKeys.drain}- ${annotationKeys.drainBy}- ${annotationKeys.drainAt}-`,
  ].join('\n');
