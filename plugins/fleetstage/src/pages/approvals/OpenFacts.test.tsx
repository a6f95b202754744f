import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { countChecks } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { screen } from '@testing-library/react';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import { OpenFacts } from './OpenFacts';

const STOPPED = 'The run is stopped. Resume it first.';
const checks: Schemas['Check'][] = [
  { id: 'gates', level: 'blocks', text: STOPPED },
  { id: 'proof', level: 'pass', text: '3 of 3 available' },
];
const gate = (reason: string): Schemas['Gate'] => ({
  kind: 'approval',
  task: 'after',
  stage: 'canary',
  state: 'rejected',
  mayApprove: { isAllowed: false, reason },
});
const nothing: Schemas['StartsStage'] = { kind: 'nothing', clusterCount: 0, reason: STOPPED };

function show(reason: string) {
  const detail: Schemas['GateDetail'] = {
    asOf: new Date().toISOString(),
    hub: { name: 'hub', isReachable: true },
    gate: gate(reason),
    run: 'web-2',
    placement: 'web',
    checks,
    checkCounts: countChecks(checks),
    startsStage: nothing,
    approvers: [],
  };
  const item = {
    gate: gate(reason),
    run: 'web-2',
    scope: '_' as const,
    placement: 'web',
    startsStage: nothing,
    checks: countChecks(checks),
    approvers: [],
  };
  renderWithFleet(<OpenFacts item={item} isQuiet={false} />, () => detail);
}

describe('the facts of a gate whose run is stopped', () => {
  it.each([
    ['a sentence', STOPPED, 'Anyone with fleetstage.run.approve. The run is stopped. Resume it first.'],
    ['words without a full stop', 'You started it', 'Anyone with fleetstage.run.approve. You started it.'],
  ])('say why it cannot be decided with one full stop: %s', async (_, reason, text) => {
    show(reason);
    const label = await screen.findByText('Who decides');
    expect(label.parentElement).toHaveTextContent(new RegExp(`${text.replaceAll('.', '\\.')}$`));
    expect(screen.getByText('Not ready to approve: 1 of 2 checks pass')).toBeVisible();
    expect(screen.getByText('Starts nothing: a check blocks it.')).toBeVisible();
  });
});
