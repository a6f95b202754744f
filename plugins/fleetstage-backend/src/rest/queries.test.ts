import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { mockErrorHandler } from '@backstage/backend-test-utils';
import express from 'express';
import { resolve } from 'node:path';
import request from 'supertest';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { StubFleet } from '../__testUtils__/stubFleet';
import { ADA, YES } from '../__testUtils__/viewers';
import { composeEngine, type Engine } from '../compose';
import { systemPorts } from '../loop/systemPorts';
import { silentLog } from '../observe/log';
import { parseSettings } from '../settings';
import { openRouter } from './openRouter';
import { mountQueries } from './queries';

const databases = createTestDatabases();
const NO = { isAllowed: false, reason: 'You need fleetstage.run.approve.' };

describe.each(databases.eachSupportedId())('the queries of the REST contract, on %s', databaseId => {
  let fleet: StubFleet;
  let engine: Engine;
  let app: express.Express;
  let mayApprove = true;

  const get = async (path: string, status = 200) => {
    const answer = await request(app).get(path);
    expect([path, answer.status, answer.body.error?.message]).toEqual([
      path,
      status,
      status === 200 ? undefined : expect.any(String),
    ]);
    return answer.body;
  };

  beforeAll(async () => {
    fleet = await StubFleet.start();
    const { knex } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    fleet.putFleet({ approvers: 'group:default/approvers' });
    engine = await composeEngine({
      knex,
      settings: parseSettings({ ...fleet.settings, ui: { axes: { rows: 'stage' } } }, '/'),
      ports: systemPorts,
      log: silentLog,
      crdsDir: resolve(__dirname, '../../crds'),
    });
    await engine.start();
    const router = openRouter({ checkAnswers: true });
    const viewerOf = async () => ({ ...ADA, mayApprove: () => (mayApprove ? YES : NO) });
    mountQueries(router, { queries: engine.queries, viewerOf });
    app = express().use(router).use(mockErrorHandler());
    // A run of a placement that is not scheduled yet fails when it is prepared.
    await fleet.untilPlaced();
    fleet.putRun('r1');
    await fleet.untilAsked('r1');
    await eventually(
      () => get('/runs/_/r1'),
      ({ run }) => run.pipeline[0]?.gatesAfter[0]?.requestUid !== undefined,
      30_000,
    );
  }, 60_000);
  afterAll(async () => {
    await engine.stop();
    await fleet.stop();
  });
  beforeEach(() => {
    mayApprove = true;
  });

  it('shows a run that waits for an approval, with its stages, its gate and what holds it', async () => {
    const { run, hub, asOf } = await get('/runs/_/r1');
    expect(hub).toMatchObject({ name: 'hub', isReachable: true });
    expect(Math.abs(Date.parse(asOf) - Date.now())).toBeLessThan(60_000);
    expect(run).toMatchObject({
      name: 'r1',
      placement: 'web',
      state: 'waitingForApproval',
      total: 2,
      counts: { updated: 1, notStarted: 1 },
      tally: { done: 1, inFlight: 0, inTrouble: 0, failed: 0, notStarted: 1 },
      allCounts: { updated: 1, notStarted: 1 },
      blockedClusters: 0,
      approvers: ['group:default/approvers'],
      isStrategyChanged: false,
      may: { approve: YES, stop: YES, resume: { isAllowed: false, reason: 'The run is not stopped.' } },
      waitsFor: { cause: 'ApprovalPending', actor: 'approver', stage: 'canary' },
    });
    expect(run.pipeline).toMatchObject([
      {
        name: 'canary',
        index: 1,
        state: 'waitingForApproval',
        selector: 'stage=canary',
        slots: 1,
        clusters: [{ name: 'c1', state: 'updated', snapshot: '0' }],
        proof: { snapshot: '0', available: 1, total: 1 },
        gatesAfter: [{ kind: 'approval', state: 'asked', request: 'r1-canary', mayApprove: YES }],
      },
      { name: 'production', state: 'notStarted', clusters: [{ name: 'c2', state: 'notStarted' }] },
    ]);
    expect(run.timelineCount).toBeGreaterThan(3);
  });

  it('shows the checks of the Approve dialog with numbers, and what approving starts', async () => {
    const gate = await get('/runs/_/r1/gates/canary/after');
    expect(gate).toMatchObject({
      startsStage: { kind: 'stage', stage: 'production', clusterCount: 1, slots: 1 },
      approvers: ['group:default/approvers'],
    });
    expect(
      Object.fromEntries(gate.checks.map((check: { id: string; level: string }) => [check.id, check.level])),
    ).toEqual({
      proof: 'pass',
      gates: 'pass',
      plan: 'pass',
      targets: 'pass',
      runs: 'pass',
      change: 'pass',
    });
    expect(gate.checks.find((check: { id: string }) => check.id === 'proof').text).toMatch(
      /^1 of 1 \w+ cluster available on snapshot 0, without a break for \d+ s\.$/,
    );
  });

  it('lists who waits for whom', async () => {
    expect(await get('/approvals')).toMatchObject({
      forYou: 1,
      forOthers: 0,
      items: [
        {
          run: 'r1',
          placement: 'web',
          gate: { stage: 'canary', state: 'asked' },
          checks: { total: 6, pass: 6, warn: 0, blocks: 0 },
        },
      ],
    });
    mayApprove = false;
    expect(await get('/approvals')).toMatchObject({ forYou: 0, forOthers: 1, items: [] });
    expect((await get('/approvals?show=others')).items[0].gate.mayApprove).toEqual(NO);
    expect((await get('/approvals?show=decided')).items).toEqual([]);
  });

  it('lists runs by state, part of the name, placement and cluster', async () => {
    expect((await get('/runs')).items).toMatchObject([
      { name: 'r1', state: 'waitingForApproval', stages: [{}, {}] },
    ]);
    for (const [query, total] of [
      ['state=waitingForApproval,failed', 1],
      ['state=succeeded', 0],
      ['q=r', 1],
      ['q=zzz', 0],
      ['placement=web', 1],
      ['placements=other,web', 1],
      ['placements=other', 0],
      ['placements=', 0],
      ['cluster=c2', 1],
      ['cluster=c9', 0],
      ['sort=newest&limit=1', 1],
    ] as const) {
      expect([query, (await get(`/runs?${query}`)).total]).toEqual([query, total]);
    }
  });

  it('shows one cluster of a run, the timeline and the changes', async () => {
    expect(await get('/runs/_/r1/clusters/c1')).toMatchObject({
      cluster: { name: 'c1', state: 'updated' },
      stage: 'canary',
      position: 1,
      of: 1,
      proof: { snapshot: '0', isOfThisRun: true },
      memberState: 'healthy',
    });
    const first = await get('/runs/_/r1/timeline?limit=2');
    const second = await get(`/runs/_/r1/timeline?limit=500&cursor=${first.nextCursor}`);
    expect(first.items.length + second.items.length).toBe(first.total);
    expect(second.items.at(-1)).toMatchObject({ event: 'initialized', actor: { ref: 'engine' } });
    expect(await get('/runs/_/r1/changes')).toMatchObject({
      to: '0',
      counts: { added: 1, changed: 0, deleted: 0, unchanged: 0 },
      objects: [{ change: 'added', kind: 'Namespace', name: 'web' }],
    });
  });

  it('shows placements, why clusters are picked, and strategies', async () => {
    expect((await get('/placements')).items).toMatchObject([
      {
        name: 'web',
        policy: 'Picks every cluster',
        wanted: 2,
        picked: 2,
        moves: 'runs',
        run: 'r1',
        may: { update: YES, delete: YES },
      },
    ]);
    expect((await get('/placements?sort=name')).items).toMatchObject([{ may: { update: YES } }]);
    for (const [query, total] of [
      ['cluster=c1&sort=name', 1],
      ['run=r1', 1],
      ['run=r9&sort=name', 0],
      ['moves=runs&sort=name', 1],
      ['moves=rolling', 0],
      ['names=other,web', 1],
      ['names=other', 0],
      ['names=&sort=name', 0],
    ] as const) {
      expect([query, (await get(`/placements?${query}`)).total]).toEqual([query, total]);
    }
    expect((await get('/placements/_/web')).placement).toMatchObject({
      total: 2,
      causes: [{ cause: 'Picked', clusters: 2 }],
      refused: { clusters: 0, tainted: 0, notEligible: 0 },
      decided: { total: 2, picked: 2, notPicked: 0 },
      withSnapshot: 1,
      resources: [{ kind: 'Namespace', name: 'web' }],
      history: [
        { index: '0', objects: 1, clusters: 1, isLatest: true, runs: ['r1'], parts: ['web-0-snapshot'] },
      ],
      runs: [{ name: 'r1' }],
      runsTotal: 1,
      blockers: [{ cause: 'ApprovalPending', subject: { kind: 'run', name: 'r1' } }],
    });
    expect((await get('/placements/_/web/clusters?decision=picked')).items).toMatchObject([
      { cluster: 'c2', isPicked: true },
      { cluster: 'c1', isPicked: true, snapshot: '0', state: 'available', memberState: 'healthy' },
    ]);
    expect((await get('/placements/_/web/timeline')).items).toEqual(expect.any(Array));
    expect((await get('/strategies')).items).toMatchObject([
      { name: 'strategy', stages: ['canary', 'production'] },
    ]);
  });

  it('shows clusters by label and state, and what is coming to one', async () => {
    expect(await get('/clusters')).toMatchObject({ total: 2, healthy: 2, labelKeys: ['stage', 'region'] });
    expect((await get('/clusters?label=stage%3Dcanary')).items).toMatchObject([
      { name: 'c1', state: 'healthy', placements: 1, available: 1, runsComing: 0 },
    ]);
    expect((await get('/clusters?state=leaving')).total).toBe(0);
    // What is on its way to a cluster counts in the list as on its page.
    expect((await get('/clusters?q=c2')).items).toMatchObject([{ name: 'c2', placements: 1, available: 0 }]);
    expect((await get('/clusters/c2')).cluster).toMatchObject({
      placements: 1,
      available: 0,
      notAvailable: 1,
      placementsHere: [{ name: 'web' }],
      runsHere: [
        {
          run: 'r1',
          stage: 'production',
          position: 1,
          of: 1,
          state: 'notStarted',
          afterGate: { kind: 'approval', state: 'asked' },
        },
      ],
    });
    expect((await get('/clusters/c1')).cluster.placementsHere).toMatchObject([
      { name: 'web', state: 'available', snapshot: '0' },
    ]);
  });

  it('puts the fleet on one page', async () => {
    expect(await get('/overview')).toMatchObject({
      clusters: {
        total: 2,
        counts: { healthy: 2 },
        healthy: 2,
        troubleTotal: 0,
        axes: { rows: 'stage', columns: 'region' },
      },
      placements: { total: 1, moving: 1 },
      runs: { total: 1, items: [{ name: 'r1' }] },
      waiting: [{ run: 'r1' }],
      waitingForYou: 1,
      trouble: [],
      finished: [],
    });
  });

  it('previews a run with the plan that it would freeze, and says what it would wait for', async () => {
    const answer = await request(app).post('/runs/preview').send({ placement: 'web', strategy: 'strategy' });
    expect(answer.body).toMatchObject({
      suggestedName: 'web-1',
      snapshot: '0',
      plan: { clusters: 2, stages: 2, removed: 0, approvals: 1 },
      stages: [
        { name: 'canary', clusters: ['c1'], gatesAfter: [{ kind: 'approval' }] },
        { name: 'production', clusters: ['c2'] },
      ],
      problems: [{ message: 'Run r1 is at canary; this one enters each stage after it.', isFatal: false }],
    });
    const missing = await request(app).post('/runs/preview').send({ placement: 'web', strategy: 'nope' });
    expect(missing.body.problems).toMatchObject([
      { isFatal: true, message: expect.stringContaining('"nope" does not exist') },
    ]);
  });

  it('refuses what the contract does not allow, and says what is not there', async () => {
    for (const [path, status] of [
      ['/runs?limit=0', 400],
      ['/runs?limit=501', 400],
      ['/runs?colour=red', 400],
      ['/runs?state=happy', 400],
      ['/runs?cursor=abc', 400],
      ['/clusters?label=%3D%3D', 400],
      ['/runs/_/r9', 404],
      ['/runs/team/r1', 404],
      ['/runs/_/r1?hub=other', 404],
      ['/runs/_/r1/clusters/c9', 404],
      ['/runs/_/r1/gates/canary/before', 404],
      ['/runs/_/r1/gates/canary/beside', 400],
      ['/placements/_/nope', 404],
      ['/clusters/nope', 404],
    ] as const) {
      await get(path, status);
    }
  });
});
