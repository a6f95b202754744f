import { aSequence, aSequenceStage } from '../../__testUtils__/aSequence';
import { causesOfIssues, createSequenceRequest, sequenceBase, sequenceFields } from './base';
import { fleetsText, parseFleets } from './fleets';
import { newSequenceText, readSequenceText } from './sequenceText';

const manifest = {
  apiVersion: 'fleetstage.io/v1alpha1',
  kind: 'RolloutSequence',
  metadata: { name: 'bank', labels: { team: 'platform' } },
  spec: { stages: [{ name: 'testing', fleets: ['testing'] }] },
};

it('reads fleets as a person writes them, each once', () => {
  expect(parseFleets('testing, staging  testing')).toEqual({ ok: true, value: ['testing', 'staging'] });
  expect(parseFleets('  ')).toEqual({ ok: true, value: undefined });
  expect(fleetsText(['testing', 'staging'])).toBe('testing, staging');
});

it('begins a new sequence with one stage that soaks three days', () => {
  const read = readSequenceText(newSequenceText());
  expect(read).toMatchObject({
    ok: true,
    manifest: { metadata: { name: '' }, spec: { stages: [{ fleets: [], soakDuration: '72h' }] } },
  });
});

it('takes no other kind', () => {
  expect(readSequenceText('apiVersion: v1\nkind: Pod\nmetadata: {}\nspec: {}').ok).toBe(false);
});

it('writes what was typed with the version that was shown', () => {
  const sequence = aSequence([aSequenceStage(1, 'testing')], { manifest });
  const base = sequenceBase({
    sequence,
    asOf: '2026-11-20T11:18:00Z',
    hub: { name: 'hub', isReachable: true },
  });
  expect(base.shown).toMatchObject({ resourceVersion: '3', generation: 1 });
  expect(readSequenceText(base.text)).toMatchObject({ ok: true, manifest });
  expect(createSequenceRequest(manifest)).toEqual({
    name: 'bank',
    spec: manifest.spec,
    labels: { team: 'platform' },
  });
});

it('puts errors under their fields, warnings nowhere (E/MO-006)', () => {
  const issue = { code: 'SOAK_OUT_OF_RANGE', path: 'spec.stages[0].soakDuration', message: 'lower it' };
  expect(
    causesOfIssues([
      { ...issue, severity: 'Error' },
      { ...issue, severity: 'Warning' },
    ]),
  ).toEqual([{ field: 'spec.stages[0].soakDuration', message: 'lower it' }]);
  expect(sequenceFields(manifest)).toContain('spec.stages[0].soakDuration');
});
