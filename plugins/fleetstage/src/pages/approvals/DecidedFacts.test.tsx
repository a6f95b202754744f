import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { screen } from '@testing-library/react';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import type { ApprovalItem } from '../../model/approvals/inbox';
import { GateCell } from './cells';

const stage = { kind: 'stage', stage: 'production', clusterCount: 12, slots: 3 } as const;
const nothing = { kind: 'nothing', clusterCount: 0, reason: 'It was rejected.' } as const;

const decided = (
  verdict: Schemas['Decision']['verdict'],
  startsStage: Schemas['StartsStage'],
): ApprovalItem => ({
  run: 'web-2',
  scope: '_',
  placement: 'web',
  gate: { kind: 'approval', task: 'after', stage: 'canary', state: verdict },
  startsStage,
  // Of now: they say nothing of the decision.
  checks: { total: 2, pass: 1, warn: 0, blocks: 1 },
  decision: { verdict, at: '2026-11-20T11:18:00Z', actor: { ref: 'user:default/priya' } },
});

it.each<[string, ApprovalItem, string]>([
  ['an approval', decided('approved', stage), 'Started production: 12 clusters'],
  ['the last approval', decided('approved', { kind: 'finish', clusterCount: 0 }), 'Finished the run'],
  ['a rejection', decided('rejected', nothing), 'Nothing started: it was rejected'],
  [
    'an approval whose run is gone',
    decided('approved', { ...nothing, reason: 'Its run is gone.' }),
    'What it started is unknown: its run is gone',
  ],
])('a decided gate says what has started: %s', async (_, item, words) => {
  renderWithFleet(<GateCell item={item} />, () => ({}));
  expect(await screen.findByText(words)).toBeVisible();
});
