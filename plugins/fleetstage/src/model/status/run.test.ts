import { runStatus, stageStatus, type WaitsFor } from './run';

describe('the look of what waits follows from what it waits for (ui §2)', () => {
  const until = '2026-11-21T13:00:00Z';
  it.each<[string, WaitsFor | undefined, tone: string]>([
    ['a clock', { actor: 'engine', until }, 'info'],
    ['an earlier run that gets on', { actor: 'engine' }, 'info'],
    ['an earlier run that is stopped', { actor: 'operator' }, 'warning'],
    ['nothing that is known', undefined, 'info'],
  ])('%s', (_, waitsFor, tone) => {
    const run = runStatus('waiting', waitsFor);
    const stage = stageStatus('waiting', { waitsFor });
    expect([run.tone, stage.tone]).toEqual([tone, tone]);
    expect(run.icon).toBe(stage.icon);
    expect(run.icon === runStatus('waiting').icon).toBe(waitsFor === undefined || 'until' in waitsFor);
  });

  it('leaves other states alone', () => {
    expect(runStatus('updating', { actor: 'operator' })).toEqual(runStatus('updating'));
    expect(stageStatus('failing', { waitsFor: { actor: 'operator' } })).toEqual(stageStatus('failing'));
  });
});
