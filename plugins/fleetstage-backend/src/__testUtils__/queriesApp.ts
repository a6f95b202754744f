import { mockErrorHandler } from '@backstage/backend-test-utils';
import express from 'express';
import type { Database } from '../database/db';
import { silentLog } from '../observe/log';
import type { Ports } from '../ports';
import { openRouter } from '../rest/openRouter';
import { mountQueries } from '../rest/queries';
import { mountSequencePreview } from '../rest/sequencePreview';
import { FailureLog } from '../service/FailureLog';
import { FleetQueries } from '../service/FleetQueries';
import type { QueryDeps } from '../service/queryDeps';
import { Scenarios } from '../service/scenarios/Scenarios';
import type { Viewer } from '../service/viewer';
import { ManualPorts } from './ManualPorts';
import { ADA } from './viewers';

interface QueriesAppOptions extends Partial<Pick<QueryDeps, 'failures' | 'readSelection'>> {
  readonly database: Database;
  readonly ports?: Pick<Ports, 'clock' | 'timers'>;
  readonly viewerOf?: () => Promise<Viewer>;
}

/** What pages ask, over a database alone: its hub answers, and nothing can be selected there. Answers are checked. */
export function queriesApp({
  database,
  ports = new ManualPorts(),
  failures = new FailureLog(silentLog, ports.clock),
  readSelection = async () => ({ ok: false, error: 'no hub in this test' }),
  viewerOf = async () => ADA,
}: QueriesAppOptions): express.Express {
  const { clock, timers } = ports;
  const queries = new FleetQueries({
    database,
    hub: 'hub',
    axes: { rows: 'stage', columns: 'region' },
    clock,
    hubState: () => ({ name: 'hub', isReachable: true }),
    failures,
    readSelection,
    scenarios: new Scenarios({ clock, timers, log: silentLog }),
    rendering: {},
  });
  const router = openRouter({ checkAnswers: true });
  mountQueries(router, { queries, viewerOf });
  const commands = { hubOf: () => 'hub', judgeSequence: async () => [] };
  mountSequencePreview(router, { queries, viewerOf, commands });
  return express().use(router).use(mockErrorHandler());
}
