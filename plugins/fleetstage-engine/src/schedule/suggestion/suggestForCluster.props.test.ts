import fc from 'fast-check';
import { arbitraryBindings, arbitraryFleet, arbitraryPolicy } from '../../testing/arbitraries';
import { aPlacement, aPolicySnapshot, NOON } from '../../testing/builders';
import { decideSchedule, pickOrHold, type ScheduleInput } from '../decideSchedule';
import { aScheduleInput } from '../decideSchedule.testing';
import { defaultPlugins } from '../defaultPlugins';
import { explainCluster } from '../explainCluster';
import { applyChanges } from './applyChanges';
import { suggestForCluster } from './suggestForCluster';
import { arbitraryJam } from './jams.testing';

const inputs = fc
  .record({ clusters: arbitraryFleet, policy: arbitraryPolicy, bindings: arbitraryBindings })
  .map(({ policy, ...rest }): ScheduleInput => ({
    ...rest,
    placement: aPlacement(),
    policy: aPolicySnapshot({ index: 1, policy }),
  }));

const pickedOf = ({ verdicts }: Pick<ReturnType<typeof decideSchedule>, 'verdicts'>) =>
  verdicts.filter(({ selected }) => selected).map(({ cluster }) => cluster);

describe('searching a suggested change, whatever the fleet', () => {
  it('the picks of a trial are those of the whole decision', () => {
    fc.assert(
      fc.property(inputs, input => {
        const whole = decideSchedule(input, NOON);
        const picks = pickOrHold(input, NOON, defaultPlugins);
        if ('held' in picks) expect(picks.held).toEqual(whole);
        else
          expect(whole.verdicts).toEqual(
            picks.verdicts.map((verdict, i) => ({ ...whole.verdicts[i], ...verdict })),
          );
      }),
    );
  });

  it('each suggestion says what full decisions on the changed input say', () => {
    fc.assert(
      fc.property(inputs, input => {
        const today = pickedOf(decideSchedule(input, NOON));
        for (const { name } of input.clusters) {
          const { kind, ways } = suggestForCluster(input, name, NOON);
          expect(kind === 'picked').toBe(today.includes(name));
          for (const { changes, rank, loses } of ways) {
            const changed = applyChanges(input, name, { changes, now: NOON });
            const then = pickedOf(decideSchedule(changed, NOON));
            expect(then).toContain(name);
            expect(loses).toEqual(today.filter(cluster => !then.includes(cluster)));
            expect(rank).toEqual(explainCluster(changed, name, NOON).rank);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('whom nothing but the spread keeps out always has a suggested change (A/SCH-073)', () => {
    fc.assert(
      fc.property(arbitraryJam, ({ policy, clusters }) => {
        const input = aScheduleInput(policy, clusters);
        for (const { cluster, code } of decideSchedule(input, NOON).verdicts) {
          if (code !== 'BreaksSpread') continue;
          expect(suggestForCluster(input, cluster, NOON)).toMatchObject({ kind: 'ways' });
        }
      }),
    );
  });
});
