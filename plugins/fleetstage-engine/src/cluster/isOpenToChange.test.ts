import { pickFixed, pickN, PICK_ALL } from '../testing/builders';
import { isOpenToChange } from './isOpenToChange';

const fulfilled = { fulfilled: true, placementGeneration: 2 };
const unfulfilled = { fulfilled: false, placementGeneration: 2 };

describe('isOpenToChange (A/SCH-116)', () => {
  it.each([
    { rule: 'A/SCH-116 1: PickAll', policy: PICK_ALL, schedule: fulfilled, open: true },
    { rule: 'A/SCH-116: no policy', policy: undefined, schedule: fulfilled, open: true },
    { rule: 'A/SCH-116 2: PickN, fully scheduled', policy: pickN(2), schedule: fulfilled, open: false },
    { rule: 'A/SCH-116 3: PickN, not fully scheduled', policy: pickN(2), schedule: unfulfilled, open: true },
    { rule: 'A/SCH-116: PickN, not scheduled yet', policy: pickN(2), schedule: undefined, open: true },
    {
      rule: 'A/SCH-116: PickN, fully scheduled at an earlier generation',
      policy: pickN(2),
      schedule: { fulfilled: true, placementGeneration: 1 },
      open: true,
    },
    {
      rule: 'A/SCH-116 5: PickFixed, fully scheduled',
      policy: pickFixed('c1'),
      schedule: fulfilled,
      open: false,
    },
    { rule: 'A/SCH-116: PickFixed, short', policy: pickFixed('c1'), schedule: unfulfilled, open: true },
  ])('$rule', ({ policy, schedule, open }) => {
    expect(isOpenToChange({ policy, generation: 2, schedule })).toBe(open);
  });
});
