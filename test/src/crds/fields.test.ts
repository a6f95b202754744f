import { SEQUENCE_GROUP, kinds } from '@fleetstage/backstage-plugin-fleetstage-common';
import { readFileSync } from 'node:fs';
import { accepts, parseAcceptedDifferences } from './acceptedDifferences';
import { compareFields, type FieldOracle } from './compareFields';
import { generateCrds } from './generateCrds';
import { repoPath } from './repoPath';

const accepted = parseAcceptedDifferences(readFileSync(repoPath('docs/compatibility.md'), 'utf8'));

/** Kinds of our own group have nothing beside them. */
const ofKubeFleet = generateCrds().filter(({ kind }) => kinds[kind].group !== SEQUENCE_GROUP);

const compared = ofKubeFleet.map(({ kind, crd }) => {
  const file = repoPath('test/fixtures/fields', `${crd.metadata.name}.json`);
  const oracle: FieldOracle = JSON.parse(readFileSync(file, 'utf8'));
  return { kind, differences: compareFields(crd, oracle) };
});

/** Beside type and name of each: bounds, defaults, enums, patterns, what is required, list types, columns. */
describe('our CRDs beside KubeFleet’s (B/AP-010…013, B/AP-020…024, B/AP-030, B/AP-041…044, B/AP-050, B/AP-051)', () => {
  it.each(compared)('$kind has its fields, but for what docs/compatibility.md lists', ({ differences }) => {
    expect(differences.filter(found => !accepted.some(line => accepts(line, found)))).toEqual([]);
  });

  it('docs/compatibility.md lists each difference once, with a reason, and none that is gone', () => {
    const found = compared.flatMap(({ differences }) => differences);
    const stale = accepted.filter(line => !found.some(difference => accepts(line, difference)));
    const twice = found.filter(difference => accepted.filter(line => accepts(line, difference)).length > 1);
    expect({ stale: stale.map(({ line }) => line), twice }).toEqual({ stale: [], twice: [] });
    expect(accepted.filter(({ reason }) => reason.length < 10)).toEqual([]);
  });
});
