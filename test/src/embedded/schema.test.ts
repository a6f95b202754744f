/* eslint-disable @backstage/no-forbidden-package-imports -- what is judged here are parts that the package does not publish */
import { readFileSync, readdirSync } from 'node:fs';
import { parse } from 'yaml';
import {
  compileCrd,
  defaultDefinition,
  definitionErrors,
  storageVersionOf,
} from '@fleetstage/embedded-kube/src/schema/crd';
import { toInvalidError } from '@fleetstage/embedded-kube/src/schema/fieldErrors';
import {
  ApiError,
  type FieldError,
  type KubeObject,
  type ResourceType,
} from '@fleetstage/embedded-kube/src/contracts';
import { badPlacements } from '../crds/badPlacements.testing';
import { badPolicies } from '../crds/badPolicies.testing';
import { badStagesRunsAndMembers } from '../crds/badStages.testing';
import { goodInputs } from '../crds/goodInputs.testing';
import { repoPath } from '../crds/repoPath';
import { badUpdates, goodUpdates } from '../crds/updates.testing';

/** What a real API server (v1.36) answered, one row a line. */
interface Recorded {
  readonly of: 'definition' | 'create' | 'update';
  readonly name: string;
  readonly object: KubeObject;
  readonly previous?: KubeObject;
  readonly isStrict?: boolean;
  readonly code: number;
  readonly message?: string;
  readonly causes?: readonly FieldError[];
  readonly spec?: unknown;
}

interface Answer {
  readonly code: number;
  readonly message?: string;
  readonly causes?: readonly FieldError[];
  readonly object?: KubeObject;
}

const recorded = readFileSync(repoPath('test/fixtures/embedded/schema.ndjson'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map(line => JSON.parse(line) as Recorded);
const rowsOf = (of: Recorded['of']) => recorded.filter(row => row.of === of);

const DEFINITION = { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' };
const fleetDefinitions = readdirSync(repoPath('crds')).map(
  file => parse(readFileSync(repoPath('crds', file), 'utf8')) as KubeObject,
);
const types = [...fleetDefinitions, recorded[0].object].flatMap(
  definition => compileCrd(defaultDefinition(definition)).types,
);

function typeOf({ apiVersion, kind }: KubeObject): ResourceType {
  const found = types.find(type => `${type.group}/${type.version}` === apiVersion && type.kind === kind);
  if (!found) throw new Error(`no definition of ${kind} in ${apiVersion}`);
  return found;
}

/** As a client would send it: without what JSON cannot say. */
const sent = (object: object) => JSON.parse(JSON.stringify(object)) as KubeObject;

function refused(error: unknown): Answer {
  if (!(error instanceof ApiError)) throw error;
  return { code: error.code, message: error.message, causes: error.details?.causes };
}

function ask(object: KubeObject, previous?: KubeObject, how: 'Strict' | 'Warn' = 'Strict'): Answer {
  const type = typeOf(object);
  try {
    const { object: prepared } = type.admission.prepare(object, how);
    const before = previous && type.admission.prepare(previous, 'Warn').object;
    const errors = type.admission.validate(prepared, before);
    if (errors.length === 0) return { code: 201, object: prepared };
    throw toInvalidError({ ...type, name: object.metadata.name }, errors);
  } catch (error) {
    return refused(error);
  }
}

/** A real server walks maps in any order, so the order of several errors says nothing. */
const sorted = (causes: readonly FieldError[] = []) =>
  causes.map(({ reason, field, message }) => `${field} ${reason} ${message}`).sort();

function expectAnswer(answer: Answer, row: Recorded): void {
  expect({ code: answer.code, causes: sorted(answer.causes) }).toEqual({
    code: row.code,
    causes: sorted(row.causes),
  });
  if (row.message !== undefined) expect(answer.message).toBe(row.message);
  if (row.code === 201 && row.spec !== undefined) expect(answer.object?.spec).toEqual(row.spec);
}

describe('the definitions of the fleet', () => {
  it.each(goodInputs)('accept $name', ({ object, seen }) => {
    const answer = ask(sent(object));
    expect(answer.message).toBeUndefined();
    expect(answer.object).toMatchObject(seen ?? {});
  });

  it.each([...badPlacements, ...badPolicies, ...badStagesRunsAndMembers])(
    'refuse $name',
    ({ object, says }) => {
      expect(ask(sent(object))).toMatchObject({ code: 422, message: expect.stringMatching(says) });
    },
  );

  const change = (before: object, after: object) => {
    const { metadata } = before as { metadata: object };
    return ask(sent({ ...before, ...after, metadata }), sent(before));
  };

  it.each(goodUpdates)('accept $name', ({ before, after }) => {
    expect(change(before, after).message).toBeUndefined();
  });

  it.each(badUpdates)('refuse $name', ({ before, after, says }) => {
    expect(change(before, after)).toMatchObject({ code: 422, message: expect.stringMatching(says) });
  });

  it('leave what never changes alone when only the status is written', () => {
    const { before } = badUpdates[badUpdates.length - 1];
    const live = sent(before);
    expect(ask({ ...live, status: { conditions: [] } }, live).message).toBeUndefined();
  });

  it('are compiled once for all clusters', () => {
    const [definition] = fleetDefinitions;
    expect(compileCrd(sent(definition))).toBe(compileCrd(sent(definition)));
  });
});

describe('what a real server answered', () => {
  it.each(rowsOf('definition'))('to the definition "$name"', row => {
    const definition = defaultDefinition(row.object);
    const storedVersions = [storageVersionOf(definition)].filter(version => version !== undefined);
    const causes = definitionErrors({ ...definition, status: { storedVersions } }, undefined);
    if (causes.length === 0) expectAnswer({ code: 201 }, row);
    else
      expectAnswer(refused(toInvalidError({ ...DEFINITION, name: definition.metadata.name }, causes)), row);
  });

  it.each(rowsOf('create'))('to $name', row => {
    expectAnswer(ask(row.object, undefined, row.isStrict ? 'Strict' : 'Warn'), row);
  });

  it.each(rowsOf('update'))('to the change "$name"', row => {
    expectAnswer(ask(row.object, row.previous, 'Warn'), row);
  });
});

it('does not judge again what an update leaves as it was', () => {
  const old = sent({
    apiVersion: 'test.example.com/v1',
    kind: 'Gadget',
    metadata: { name: 'old', namespace: 'default' },
    spec: { short: 'zzzz', list: [{ k: 'a', v: 1 }] },
  });
  const moved = { ...old, spec: { ...(old.spec as object), list: [{ k: 'a', v: 2 }] } };
  expect(ask(old)).toMatchObject({ code: 422 });
  expect(ask(moved, old)).toMatchObject({ code: 201 });
  expect(ask({ ...old, spec: { short: 'yyyy' } }, old)).toMatchObject({ code: 422 });
});

it('judges a status of 150 KB within a few milliseconds', () => {
  const condition = {
    status: 'True',
    reason: 'Ok',
    message: 'x'.repeat(40),
    lastTransitionTime: '2026-01-01T00:00:00Z',
  };
  const placementStatuses = Array.from({ length: 200 }, (_, i) => ({
    clusterName: `member-${i}`,
    conditions: ['Scheduled', 'RolloutStarted', 'Applied', 'Available'].map(type => ({ ...condition, type })),
  }));
  const [{ object }] = goodInputs;
  const large = sent({ ...object, status: { placementStatuses } });
  const next = sent({ ...large, status: { placementStatuses: placementStatuses.slice(1) } });
  for (let i = 0; i < 20; i++) ask(next, large);
  const before = process.cpuUsage();
  for (let i = 0; i < 10; i++) expect(ask(next, large).code).toBe(201);
  // Ten rounds take about 100 ms; time of this process only, as others may have the cores meanwhile.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1500);
});
