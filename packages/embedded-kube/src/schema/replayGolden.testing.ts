/** Plays a recorded conversation to the pure parts of this package, as the server strings them together. */
import { readFileSync } from 'node:fs';

import { patchObject, refusePatched } from '../api/patch/applyPatch';
import { serverSideApply, trackUpdate } from '../api/patch/managedFields';
import { thingDefinition } from '../api/patch/patchSamples.testing';
import { checkChangedMetadata, checkNewMetadata } from '../api/checkMetadata';
import { ApiError, type KubeObject, type ResourceType } from '../contracts';
import { builtinTypes } from './builtin';
import type { Conversation, Step } from './builtinSamples.testing';
import { compileCrd } from './crd';
import { toInvalidError } from './fieldErrors';

export interface Recorded extends Conversation {
  readonly answers: readonly Record<string, unknown>[];
}

export const readGolden = (file: string): readonly Recorded[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));

const MANAGER = 'golden';
const NOW = 'NOW';

export function typeOf(resource: string): ResourceType {
  const known = [...builtinTypes(), ...compileCrd(thingDefinition as unknown as KubeObject).types];
  const type = known.find(({ plural, group }) => plural === resource && group !== 'events.k8s.io');
  if (!type) throw new Error(`no resource is called ${resource}`);
  return type;
}

interface Scene {
  readonly type: ResourceType;
  readonly answer: Record<string, unknown>;
  readonly now: string;
}

/** Metadata as the server completes it, with what the recording says of names and times. */
function identified(object: KubeObject, { type, answer }: Scene): KubeObject {
  const { uid } = (answer.metadata ?? {}) as KubeObject['metadata'];
  const placed = JSON.parse(JSON.stringify(object).replaceAll('"NS"', '"golden"')) as KubeObject;
  return {
    ...placed,
    metadata: { ...placed.metadata, ...(type.isNamespaced && { namespace: 'golden' }), ...(uid && { uid }) },
  };
}

function admit(type: ResourceType, object: KubeObject, live: KubeObject | undefined): KubeObject {
  const { object: prepared } = type.admission.prepare(object, 'Warn');
  const metadata = live ? checkChangedMetadata(type, prepared, live) : checkNewMetadata(type, prepared);
  const errors = [...metadata, ...type.admission.validate(prepared, live)];
  if (errors.length > 0) throw toInvalidError({ ...type, name: prepared.metadata.name }, errors);
  return prepared;
}

function admitPatched(
  desired: KubeObject,
  live: KubeObject | undefined,
  { step, type }: { step: Step; type: ResourceType },
): KubeObject {
  try {
    return admit(type, desired, live);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 400 || !step.do.endsWith('patch')) throw error;
    throw refusePatched(error, {
      patch: step.body,
      result: desired,
      live: live as KubeObject,
      type,
      contentType: `application/${step.do}+json`,
    });
  }
}

function withoutStatus(object: KubeObject, { subresources, kind }: ResourceType): KubeObject {
  if (!subresources.includes('status') || kind === 'Node') return object;
  const { status: _status, ...rest } = object;
  return rest as KubeObject;
}

/** The second in which the recorded server wrote, as far as its answer shows. */
function timeOf(answer: Record<string, unknown>): string | undefined {
  const entries = (answer.metadata as KubeObject['metadata'] | undefined)?.managedFields ?? [];
  return entries
    .map(({ time = '' }) => time)
    .sort()
    .at(-1);
}

function play(step: Step, live: KubeObject | undefined, scene: Scene): KubeObject {
  const { type, now } = scene;
  if (step.do === 'apply-patch') {
    const { manager = MANAGER, force = false, subresource } = step;
    const next = serverSideApply({
      live,
      body: step.body as KubeObject,
      manager,
      force,
      type,
      subresource,
      now,
    });
    return admit(type, identified(live ? next : withoutStatus(next, type), scene), live);
  }
  const manager = 'manager' in step && step.manager ? step.manager : MANAGER;
  const subresource = 'subresource' in step ? step.subresource : undefined;
  const desired =
    step.do === 'create' || step.do === 'update'
      ? (JSON.parse(JSON.stringify(step.body)) as KubeObject)
      : patchObject({
          live: live as KubeObject,
          text: JSON.stringify(step.body),
          contentType: `application/${step.do}+json`,
          type,
        }).result;
  const next = admitPatched(identified(desired, scene), live, { step, type });
  const scoped =
    live && subresource
      ? {
          ...live,
          status: next.status,
          metadata: { ...live.metadata, managedFields: next.metadata.managedFields },
        }
      : next;
  const kept =
    live && !subresource && type.subresources.includes('status')
      ? { ...scoped, status: live.status }
      : scoped;
  return trackUpdate({ live, next: kept, manager, type, subresource, now });
}

const addresses = new Set(['clusterIP', 'clusterIPs']);

/** Without what chance, the clock or the service-account controller put there. */
export function normalise(answer: unknown): unknown {
  const text = JSON.stringify(answer, (key, value) => {
    if (key === 'time') return NOW;
    if (
      [
        'resourceVersion',
        'creationTimestamp',
        'lastPhaseTransitionTime',
        'generation',
        'uid',
        'namespace',
      ].includes(key)
    )
      return undefined;
    if (addresses.has(key) && !JSON.stringify(value).includes('None')) return 'chosen';
    if ((key === 'volumes' || key === 'volumeMounts') && Array.isArray(value)) {
      const own = value.filter(({ name }) => !String(name).startsWith('kube-api-access-'));
      return own.length > 0 ? own : undefined;
    }
    // What follows is a difference of the server's own structs.
    if (key === 'message') return String(value).split('\n@@')[0];
    return key === 'finalizers' && String(value).includes('protection') ? undefined : value;
  });
  return JSON.parse(text);
}

function toStatus({ code, message, details }: ApiError): unknown {
  return { code, message, causes: details?.causes };
}

const wantedOf = (answer: Record<string, unknown>) => {
  if (answer.kind !== 'Status') return answer;
  return {
    code: answer.code,
    message: answer.message,
    causes: (answer.details as { causes?: unknown } | undefined)?.causes,
  };
};

/** What this package answers, step by step, and what the real server did. */
export function replay(recorded: Recorded): {
  readonly got: readonly unknown[];
  readonly want: readonly unknown[];
} {
  const type = typeOf(recorded.resource);
  let live: KubeObject | undefined;
  let now = '2026-01-01T00:00:00Z';
  const got: unknown[] = [];
  recorded.steps.forEach((step, index) => {
    const answer = recorded.answers[index];
    try {
      now = timeOf(answer) || now;
      live = play(step, live, { type, answer, now });
      got.push(normalise(live));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      got.push(normalise(toStatus(error)));
    }
  });
  return { got, want: recorded.answers.map(wantedOf).map(normalise) };
}
