import { pollAfter } from './pollAfter';

const calm = { isHeld: false, isOfDialog: false, isHidden: false, hasSignals: false };

describe('when a page asks again', () => {
  it.each([
    ['by itself', {}, 10_000],
    ['behind signals, for what was lost', { hasSignals: true }, 60_000],
    ['behind signals, what has failed', { hasSignals: true, hasFailed: true }, 10_000],
    ['in a tab that is not seen', { isHidden: true }, 60_000],
    ['behind a dialog, not at all', { isHeld: true, hasSignals: true }, false],
    ['in a dialog', { isHeld: true, isOfDialog: true }, 8_000],
    ['in a dialog, though signals work', { isHeld: true, isOfDialog: true, hasSignals: true }, 8_000],
    ['what a dialog would show, with none open', { isOfDialog: true, hasSignals: true }, 60_000],
  ])('%s', (_, more, ms) => {
    expect(pollAfter({ ...calm, ...more }, 0)).toBe(ms);
  });

  it('asks within 10 s while a dialog is open, whatever chance says', () => {
    expect(pollAfter({ ...calm, isHeld: true, isOfDialog: true }, 1)).toBeLessThanOrEqual(10_000);
  });
});
