import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { countChecks } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { screen, within } from '@testing-library/react';
import { aRun, aStage } from '../../../__testUtils__/aRun';
import { renderWithFleet } from '../../../__testUtils__/renderWithFleet';
import type { Gate } from '../../../model/run/pipeline';
import { ApprovalNow } from './ApprovalNow';

const NOT_YOU = { isAllowed: false, reason: 'You started this run, so another person has to approve' };
const PASSES: Schemas['Check'] = { id: 'plan', level: 'pass', text: 'The plan holds.' };
const BLOCKS: Schemas['Check'] = { id: 'proof', level: 'blocks', text: 'The proof is of another snapshot.' };
const DOOMED: Schemas['Check'] = { ...BLOCKS, id: 'plan', needsNewRun: true };

describe('the Now card of a run that waits for an approval', () => {
  it.each<[string, Schemas['Check'], Schemas['Permit'], string[]]>([
    ['you may approve', PASSES, { isAllowed: true }, ['Review and approve', 'Reject…']],
    ['you may only look', PASSES, NOT_YOU, ['Review', 'Reject…']],
    ['a check blocks it', BLOCKS, { isAllowed: true }, ['Review', 'Reject…']],
    ['only a new run can go on', DOOMED, { isAllowed: true }, ['Create follow-up run', 'Review', 'Reject…']],
  ])('offers what can be done where %s', async (_, check, mayApprove, names) => {
    const gate: Gate = {
      ...{ kind: 'approval', task: 'after', stage: 'canary', state: 'asked', requestUid: 'uid-1' },
      mayApprove,
    };
    const run = aRun([aStage('canary', { state: 'waitingForApproval', gatesAfter: [gate] })], {
      state: 'waitingForApproval',
    });
    const detail: Schemas['GateDetail'] = {
      ...{ asOf: new Date().toISOString(), hub: { name: 'weu', isReachable: true } },
      ...{ gate, run: run.name, placement: run.placement, approvers: [] },
      ...{ checks: [check], checkCounts: countChecks([check]) },
      startsStage: { kind: 'stage', stage: 'production', clusterCount: 12, slots: 3 },
    };
    renderWithFleet(<ApprovalNow run={run} />, () => detail);
    await screen.findByText(/Starts production at once/);
    const card = screen.getByRole('region', { name: 'canary waits for an approval' });
    const buttons = within(card).getAllByRole('button');
    expect(buttons.map(one => one.textContent)).toEqual(names);
    expect(buttons.at(-2)).not.toHaveAttribute('aria-disabled');
  });
});
