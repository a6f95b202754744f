import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { UnreadableError } from '../rows';
import { defineDocument, readOptional, writeOptional, type StoredDocument } from './document';
import { kubeObject } from './kubeDocuments';
import { blockerParts } from './blockerDocuments';
import { drainProgress } from './drainDocuments';
import * as evictions from './evictionDocuments';
import * as overrides from './overrideDocuments';
import * as members from './memberDocuments';
import * as placements from './placementDocuments';
import * as runs from './runDocuments';
import * as sequences from './sequenceDocuments';
import * as timeline from './timelineDocuments';
import * as works from './workDocuments';

type Readable = Pick<StoredDocument<unknown>, 'name' | 'read'>;

interface Column {
  readonly document: Readable;
  /** What releases have written in the present version. */
  readonly samples: readonly string[];
  /** What they have written in earlier ones, and how it is read now. A sample comes here when the next version comes. */
  readonly older?: readonly (readonly [text: string, read: unknown])[];
}

const OBJECT = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"web"},"documentVersion":7}';
const EVENT = {
  reason: 'PlacementRolloutStarted',
  message: 'm',
  generation: 1,
  isActive: true,
  count: 1,
  published: 0,
  firstAt: 1,
  lastAt: 1,
};
const VERDICT =
  '{"selected":true,"code":"Picked","reason":"picked by policy","score":{"affinityScore":1},"parts":[{"plugin":"Affinity","subject":"weight 1"}],"inputs":"abc"}';
const OUTCOME =
  '{"policyIndex":0,"placementGeneration":1,"fulfilled":true,"selectedCount":2,"message":"found all cluster needed","at":1795231429875}';
const PROGRESS = JSON.stringify({
  seenAt: 1,
  plan: {
    at: 1,
    placementUid: 'u',
    policyIndex: 0,
    clusterCount: 1,
    resourceIndex: 0,
    applyStrategy: { type: 'ClientSideApply' },
    stages: [{ name: 'canary', afterStageTasks: [{ type: 'Approval' }] }],
  },
  startedAt: 2,
  phase: { kind: 'Running', since: 2 },
  stages: [
    {
      name: 'canary',
      before: [],
      after: [{ kind: 'Approval', request: 'r', requestedAt: 3 }],
      clusters: [{ cluster: 'c1', startedAt: 2, from: 0, failed: { at: 3, message: 'no' }, causes: ['x'] }],
    },
  ],
  deletion: { name: 'kubernetes-fleet.io/deleteStage', before: [], after: [], clusters: [] },
});

/** By table and column; those of shared texts by the column that refers to them. */
const COLUMNS: Readonly<Record<string, Column>> = {
  'removals.asked_as': {
    document: placements.askedAs,
    samples: ['{"labels":{"team":"a"},"annotations":{}}', '{}'],
  },
  'objects.body': { document: kubeObject, samples: [OBJECT] },
  'clusters.health': {
    document: members.memberHealth,
    samples: [
      '{"joined":true,"healthy":"True","lastHeartbeatAt":1,"healthChangedAt":1}',
      '{"joined":true,"healthy":"True","lastHeartbeatAt":1,"reportedAt":1,"healthChangedAt":1}',
    ],
  },
  'clusters.properties': {
    document: members.memberProperties,
    samples: ['{"kubernetes-fleet.io/node-count":"3"}'],
  },
  'clusters.resource_usage': { document: members.memberUsage, samples: ['{"capacity":{"cpu":"4"}}'] },
  'clusters.collection': {
    document: members.memberCollection,
    samples: [
      '{"core":{"a":"1"},"namespaces":"Succeeded","providers":{}}',
      '{"core":{},"providers":{},"agent":{"agents":[{"type":"MemberAgent"}],"conditions":[]}}',
    ],
  },
  'placements.schedule': { document: placements.scheduleOutcome, samples: [OUTCOME] },
  'placements.status_copy': {
    document: placements.statusCopy,
    samples: ['{"namespace":"web","condition":{"type":"StatusSynced","status":"True"}}'],
  },
  'placements.report_back_problems': {
    document: placements.backReportProblems,
    samples: [
      '{"first":[{"object":{"group":"apps","version":"v1","kind":"Deployment","namespace":"w","name":"a"},"reason":"missing"}],"count":1}',
    ],
  },
  'captures.failure': {
    document: placements.captureFailure,
    samples: ['{"message":"no such kind","placementGeneration":1,"at":5}'],
  },
  'capture_notes.notes': {
    document: placements.captureNotes,
    samples: [
      '{"excluded":[{"group":"","version":"v1","kind":"Endpoints","name":"a","reason":"MadeForService","message":"m"}],"excludedCount":1,"notices":[{"message":"m","selector":0}]}',
    ],
  },
  'capture_notes.warnings': {
    document: placements.captureWarnings,
    samples: ['[{"reason":"FleetstagePrivilegedKinds","message":"m"}]'],
  },
  'placements.override_warnings': {
    document: placements.overrideWarnings,
    samples: ['[{"reason":"FleetstageOverridesOverlap","message":"m"}]'],
  },
  'verdicts.verdict': { document: placements.scheduleVerdict, samples: [VERDICT] },
  'verdicts.clusters': { document: placements.clusterNames, samples: ['["c1","c2"]'] },
  'bindings.decision_ref': {
    document: placements.bindingVerdict,
    samples: [`{"cluster":"c1",${VERDICT.slice(1)}`],
  },
  'bindings.strategy_ref': { document: works.applyStrategy, samples: ['{"type":"ServerSideApply"}'] },
  'bindings.rollout_ref': {
    document: works.rolloutMark,
    samples: ['{"status":"True","reason":"RolloutStarted","message":"m","run":"r"}'],
  },
  'bindings.overrides_ref': {
    document: overrides.matchedOverrides,
    samples: [
      '{"snapshots":[{"kind":"ResourceOverrideSnapshot","name":"ro-0","namespace":"web","hash":"h","rules":[0]}],"variables":{"${MEMBER-CLUSTER-NAME}":"c1"}}',
    ],
  },
  'evictions.outcome': {
    document: evictions.evictionOutcome,
    samples: [
      '{"verdict":"blocked","cause":"BudgetBlocks","disruptions":{"limit":"minAvailable","scaled":5,"total":6,"available":5,"desired":6,"allowed":0}}',
      '{"verdict":"invalid","cause":"PlacementMissing"}',
    ],
  },
  'drains.progress': {
    document: drainProgress,
    samples: [
      '{"state":"blocked","evicted":1,"total":3,"blocked":2,"stays":0,"sentence":"Blocked: 1 of 3 placements evicted; api, web are blocked."}',
    ],
  },
  'override_snapshots.spec': {
    document: overrides.overrideSpec,
    samples: [
      '{"resourceSelectors":[{"group":"","version":"v1","kind":"ConfigMap","name":"a"}],"policy":{"overrideRules":[{"overrideType":"Delete"}]}}',
    ],
  },
  'decisions.outcome': { document: placements.scheduleOutcome, samples: [OUTCOME] },
  'decisions.summary': {
    document: placements.decisionSummary,
    samples: [
      '{"cause":{"kind":"first","clusters":[],"count":0},"picked":1,"gained":{"count":1,"names":["c1"]},"lost":{"count":0,"names":[]},"causes":[{"cause":"Picked","clusters":1}],"inputs":"abc"}',
    ],
  },
  'policy_snapshots.policy': {
    document: placements.placementPolicy,
    samples: ['{"placementType":"PickAll"}'],
  },
  'resource_snapshots.identifiers': {
    document: placements.identifiers,
    samples: ['[{"group":"","version":"v1","kind":"Namespace","name":"web"}]'],
  },
  'resource_snapshots.contents': { document: placements.contentIds, samples: ['["abc"]', 'null'] },
  'work_reports.claims_ref': {
    document: works.workClaims,
    samples: ['{"applied":{"status":"True","reason":"AllWorkHaveBeenApplied","message":""}}', '{}'],
  },
  'work_reports.claim_times': { document: works.claimTimes, samples: ['[1795231429875,12,340]', '[]'] },
  'work_reports.problems': {
    document: works.workProblems,
    samples: ['{"failed":[{"kind":"Deployment","condition":{}}],"drifted":[],"diffed":[]}'],
  },
  'work_reports.inventory_ref': {
    document: works.sharedInventory,
    samples: ['[{"ordinal":0,"group":"","version":"v1","kind":"Namespace","name":"web","hash":"abc"}]'],
  },
  'runs.progress': { document: runs.runProgress, samples: [PROGRESS] },
  'timeline.data': {
    document: timeline.timelineData,
    samples: [
      '{"uid":"u","generation":2,"task":"x"}',
      '{"starts":{"kind":"stage","stage":"s","clusterCount":3}}',
    ],
  },
  'told_events.ledger': {
    document: placements.eventLedger,
    samples: [JSON.stringify({ documentVersion: 2, value: [EVENT] }), '{"documentVersion":2,"value":[]}'],
    older: [
      [
        '[{"reason":"PlacementRolloutStarted","message":"m","generation":1,"isStanding":true,"count":1,"told":0,"firstAt":1,"lastAt":1}]',
        [EVENT],
      ],
      ['[]', []],
    ],
  },
  'back_reports.identity': {
    document: works.reportedObject,
    samples: ['{"group":"apps","version":"v1","kind":"Deployment","namespace":"w","name":"a"}'],
  },
  'blockers.parts': {
    document: blockerParts,
    samples: ['[{"message":"m","clusters":["c1"],"since":1,"until":2,"actor":"engine","order":0}]'],
  },
  'rollout_sequences.memory': {
    document: sequences.sequenceMemory,
    samples: [
      '{"generation":1,"spec":{"stages":[{"name":"testing","fleets":["testing"]}]},"assignmentHash":"h","qualified":[{"upgradeType":"Node","stage":1,"version":"1.31.2","at":5}],"stopped":[],"lastChange":{"at":5,"class":"Live","cancelled":[]},"repetitions":{"bank-cp-1-31-2":1},"designated":["ControlPlane 1.31.2"],"operational":{"state":"Active","since":5}}',
    ],
  },
  'version_rollouts.spec': {
    document: sequences.rolloutSpec,
    samples: [
      '{"sequence":"bank","upgradeType":"ControlPlane","version":"1.31.2","trigger":"System","intent":"Regular","state":"Pause"}',
    ],
  },
  'version_rollouts.memory': {
    document: sequences.rolloutMemory,
    samples: [
      '{"phase":"Running","message":"m","since":1,"createdAt":1,"progress":{"startedAt":1,"stages":[{"name":"testing","before":[],"after":[],"clusters":[]}]},"stages":[{"fleets":["testing"],"soakMs":1000,"soakSource":"Sequence"}],"members":[{"cluster":"t1","stage":1,"standing":"Member"}],"targets":[{"cluster":"t1","state":"Running","reason":"UpgradeStarted","message":"m","since":2,"past":{"kind":"Started","at":2,"progressAt":2},"attempts":1,"from":"1.30.9"}],"usedForces":[],"honouredRetries":{"t1":1}}',
    ],
  },
  'cluster_versions.labels': { document: sequences.copiedLabels, samples: ['{"team":"a"}'] },
  'cluster_versions.observed': {
    document: sequences.observedCluster,
    samples: [
      '{"controlPlane":{"version":"v1.30.9","desired":"v1.30.9","upgrading":false,"healthy":true},"pools":[{"name":"workers","versions":[{"version":"v1.30.9","nodes":3}],"desired":"v1.30.9","upgrading":false,"healthy":true}],"blocked":[{"reason":"ClusterNotReady","message":"m"}],"generation":"7","observedAt":5}',
    ],
  },
  'desired_upgrades.pools': { document: sequences.upgradePools, samples: ['["workers"]'] },
  'desired_upgrades.answer': {
    document: sequences.upgradeAnswer,
    samples: [
      '{"kind":"Accepted","at":5,"operation":"op-1"}',
      '{"kind":"Refused","at":5,"reason":"ClusterNotReady","message":"m"}',
    ],
  },
  'class_versions.versions': { document: sequences.classVersions, samples: ['["v1.30.9","v1.31.2"]'] },
  'hub_leases.unwatched': {
    document: members.unwatchedKinds,
    samples: ['[{"kind":"apps/v1/Deployment","since":1,"reason":"forbidden"}]'],
  },
  'hub_leases.foreign_writer': {
    document: members.foreignWriter,
    samples: ['{"kind":"MemberCluster","name":"c1","manager":"hubagent","since":1,"at":2}'],
  },
};

/** Their text is that of a shared document, or sealed: who reads it knows which. */
const READ_BY_OTHERS = ['shared_texts.body'];

const isVersioned = (document: Readable, stored: unknown): stored is { value: unknown } =>
  document !== (kubeObject as Readable) &&
  typeof stored === 'object' &&
  stored !== null &&
  'documentVersion' in stored;

function jsonColumns(): string[] {
  const files = ['tables.ts', 'evictionTables.ts', 'memberTables.ts', 'queueTables.ts', 'sequenceTables.ts'];
  const source = files.map(file => readFileSync(path.join(__dirname, '..', file), 'utf8')).join('\n');
  const tableOf = new Map(
    [...source.matchAll(/^ {4}(\w+): (\w+Row);$/gm)].map(([, table, row]) => [row, table]),
  );
  return [...source.matchAll(/^export interface (\w+Row) \{\n([^}]*)\}/gm)].flatMap(([, row, body]) =>
    [...body.matchAll(/^ {2}(\w+)\??: [^;]*\bJson\b/gm)].map(([, column]) => `${tableOf.get(row)}.${column}`),
  );
}

describe('documents in columns', () => {
  it('gives every JSON column a document', () => {
    const known = [...Object.keys(COLUMNS), ...READ_BY_OTHERS];
    expect(jsonColumns().length).toBeGreaterThan(15);
    expect(jsonColumns().filter(column => !known.includes(column))).toEqual([]);
  });

  it.each(
    Object.entries(COLUMNS).flatMap(([column, { document, samples }]) =>
      samples.map(sample => ({ column, document, sample })),
    ),
  )('reads what releases have written: $column', ({ document, sample }) => {
    const stored = JSON.parse(sample);
    expect(document.read(sample)).toEqual(isVersioned(document, stored) ? stored.value : stored);
  });

  it.each(
    Object.entries(COLUMNS).flatMap(([column, { document, older = [] }]) =>
      older.map(([text, read]) => ({ column, document, text, read })),
    ),
  )('upgrades what releases have written: $column, $text', ({ document, text, read }) => {
    expect(document.read(text)).toEqual(read);
  });

  it.each(
    Object.entries(COLUMNS)
      .filter(([, { document }]) => document !== (kubeObject as Readable))
      .map(([column, { document }]) => ({ column, document })),
  )('refuses the next version by name: $column', ({ document }) => {
    const { version, name } = document as StoredDocument<unknown>;
    const later = JSON.stringify({ documentVersion: version + 1, value: {} });
    expect(() => document.read(later)).toThrow(UnreadableError);
    expect(() => document.read(later)).toThrow(
      `the ${name} has version ${version + 1}, and this release reads versions up to ${version}`,
    );
  });

  it('does not take a field of a Kubernetes object for a version', () => {
    expect(kubeObject.read(OBJECT)).toMatchObject({ documentVersion: 7 });
    expect(() => kubeObject.read('[]')).toThrow('an object is no object');
  });
});

describe('defineDocument', () => {
  const second = defineDocument<{ names: readonly string[] }>({
    name: 'list of names',
    version: 2,
    schema: z.looseObject({ names: z.array(z.string()) }),
    upgrades: { 1: older => ({ names: [(older as { name: string }).name] }) },
  });

  it('upgrades an older document, and writes its own version', () => {
    expect(second.read('{"name":"web"}')).toEqual({ names: ['web'] });
    const text = second.write({ names: ['a', 'b'] });
    expect(JSON.parse(text)).toEqual({ documentVersion: 2, value: { names: ['a', 'b'] } });
    expect(second.read(text)).toEqual({ names: ['a', 'b'] });
  });

  it('keeps fields that it does not know', () => {
    expect(second.read('{"documentVersion":2,"value":{"names":[],"later":1}}')).toEqual({
      names: [],
      later: 1,
    });
  });

  it.each([
    ['{"documentVersion":2,"value":{"names":[1]}}', /has another shape .*names\.0/],
    ['{"documentVersion":2,"value":7}', /has another shape .*its root/],
    ['{', 'the progress of run "web-1" cannot be read'],
    ['{"documentVersion":3,"value":{}}', 'the progress of run "web-1" has version 3'],
  ])('names what it cannot read: %s', (text, message) => {
    expect(() => second.read(text, 'the progress of run "web-1"')).toThrow(message);
  });

  it.each([second, kubeObject])('says nothing of a text that is no JSON', ({ read }) => {
    expect(() => read('hunter2-secret')).toThrow('cannot be read: it is no JSON');
    expect(() => read('hunter2-secret')).not.toThrow(/hunter2/);
  });

  it('says nothing of the value of a field that is wrong', () => {
    const read = () => second.read('{"documentVersion":2,"value":{"names":"password"}}');
    expect(read).toThrow(UnreadableError);
    expect(read).not.toThrow(/password/);
  });

  it('needs an upgrade from every earlier version', () => {
    const define = () =>
      defineDocument({ name: 'x', version: 3, schema: z.string(), upgrades: { 1: o => o } });
    expect(define).toThrow('the document "x" has no upgrade from version 2');
  });

  it('reads and writes nothing where there is none', () => {
    expect(readOptional(second, null)).toBeUndefined();
    expect(readOptional(second, undefined)).toBeUndefined();
    expect(writeOptional(second, undefined)).toBeNull();
  });
});
