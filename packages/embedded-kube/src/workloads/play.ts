import type { KubeObject } from '../contracts';
import { nothing, type Controller, type Decision, type View, type Write } from './decision';
import { hash32 } from './hash';
import { pickStage } from './match';
import { toTime } from './objects';
import { readPath } from './readPath';
import { renderTemplate } from './renderTemplate';
import type { Stage } from './stage';

/** Plays the stages of one kind: waits out the delay of the matching one, then makes the next state of it. */
export function stagePlayer(stages: readonly Stage[]): Controller {
  return (object, view) => {
    const stage = pickStage(stages, object);
    if (stage === undefined) return nothing;
    const dueAt = dueOf(stage, object, view);
    return dueAt > view.now ? { writes: [], wakeAt: dueAt } : play(stage, object, view);
  };
}

export function dueOf(stage: Stage, object: KubeObject, view: View): number {
  const { ms, jitterMs = 0, since } = stage.delay;
  const [moment] = since === undefined ? [] : readPath(object, since);
  const from = typeof moment === 'string' ? Date.parse(moment) : view.enteredAt(stage.name);
  const { namespace = '', name } = object.metadata;
  const jitter =
    jitterMs === 0 ? 0 : hash32([view.cluster, stage.name, namespace, name].join('/')) % jitterMs;
  return from + Math.round((ms + jitter) * view.pace);
}

/** The state after the stage. */
export function play(stage: Stage, object: KubeObject, view: View): Decision {
  const { status, event } = stage.next;
  const writes: Write[] = [];
  const scope = { ...object, ...factsOf(object, view) };
  if (event) {
    writes.push({
      kind: 'event',
      about: object,
      event: { ...event, message: String(renderTemplate(event.message, scope)) },
    });
  }
  if (status !== undefined) {
    const rendered = renderTemplate(status, scope);
    const next = { ...(object.status as object | undefined), ...(rendered as object) };
    writes.push({ kind: 'updateStatus', object: { ...object, status: next } });
  }
  if (stage.next.delete) writes.push({ kind: 'delete', object });
  return { writes };
}

/** What a template may name besides the object itself. Addresses are drawn from the object's uid. */
function factsOf(object: KubeObject, view: View) {
  const draw = hash32(object.metadata.uid ?? object.metadata.name);
  const host = 1 + (draw % 254);
  const net = (draw >>> 8) % 256;
  return {
    now: toTime(view.now),
    podIP: `10.244.${net}.${host}`,
    hostIP: hostAddress(readPath(object, 'spec.nodeName')[0]),
    loadBalancerIP: `203.0.113.${host}`,
  };
}

/** A node's address follows from its name, so pods and nodes agree on it. */
export const hostAddress = (node: unknown): string => {
  const draw = hash32(String(node));
  return `172.18.${(draw >>> 8) % 256}.${2 + (draw % 250)}`;
};
