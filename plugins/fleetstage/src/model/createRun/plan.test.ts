import { checkRunName } from './checkRunName';
import { createRunCommand } from './createRunCommand';

describe('checkRunName', () => {
  it.each([
    ['payments-2-14-1', undefined],
    ['web.2026-11', undefined],
    ['', 'empty'],
    ['a'.repeat(63), undefined],
    ['a'.repeat(64), 'long'],
    ['Payments', 'characters'],
    ['pay ments', 'characters'],
    ['-web', 'ends'],
    ['web-', 'ends'],
    ['web..1', 'ends'],
  ])('%p: %p', (name, fault) => {
    expect(checkRunName(name)).toBe(fault);
  });
});

describe('createRunCommand', () => {
  it('names the snapshot as text, as the API wants it', () => {
    const command = createRunCommand({
      name: 'web-2',
      placement: 'web',
      strategy: 'careful',
      snapshot: '15',
      state: 'Initialize',
    });
    expect(command).toContain('  resourceSnapshotIndex: "15"\n');
    expect(command).toContain('  state: Initialize\n');
    expect(command.endsWith('\nEOF')).toBe(true);
  });

  it('names the kind by the scope of the placement', () => {
    const of = (placement: string) =>
      createRunCommand({ name: 'web-2', placement, strategy: 'careful', state: 'Run' });
    expect(of('web')).toContain('kind: ClusterStagedUpdateRun\nmetadata:\n  name: "web-2"\nspec:');
    expect(of('shop/web')).toContain(
      'kind: StagedUpdateRun\nmetadata:\n  name: "web-2"\n  namespace: "shop"\nspec:\n  placementName: "web"\n',
    );
  });

  it('leaves the snapshot out for the newest', () => {
    expect(
      createRunCommand({ name: 'web-2', placement: 'web', strategy: 'careful', state: 'Run' }),
    ).not.toContain('resourceSnapshotIndex');
  });
});
