import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { migrateManagedFields, type ManagedFields } from './migrateManagedFields';

const entry = (patch: ManagedFields): ManagedFields => ({
  manager: 'work-api-agent',
  operation: 'Update',
  apiVersion: 'v1',
  fieldsType: 'FieldsV1',
  ...patch,
});
const owns = (...keys: string[]) => ({
  fieldsV1: { 'f:data': Object.fromEntries(keys.map(key => [`f:${key}`, {}])) },
});
const kubectl = entry({ manager: 'kubectl-edit', ...owns('z') });

function migrate(...managedFields: ManagedFields[]) {
  const metadata = { name: 'app', namespace: 'web', managedFields };
  return migrateManagedFields({ apiVersion: 'v1', kind: 'ConfigMap', metadata } as KubeObject);
}

it.each([
  { rule: 'no entries', before: [] },
  { rule: 'entries of others', before: [kubectl] },
  { rule: 'an apply of ours alone', before: [entry({ operation: 'Apply', ...owns('a') })] },
  { rule: 'an update of a status', before: [entry({ subresource: 'status', ...owns('a') })] },
  {
    rule: 'an update of another version of the kind than the apply',
    before: [entry({ apiVersion: 'v1beta1', ...owns('a') }), entry({ operation: 'Apply', ...owns('b') })],
  },
])('has nothing to migrate: $rule', ({ before }) => {
  expect(migrate(...before)).toBeUndefined();
});

it.each([
  {
    rule: 'the update becomes an apply',
    before: [kubectl, entry(owns('a', 'b'))],
    after: [kubectl, entry({ operation: 'Apply', ...owns('a', 'b') })],
  },
  {
    rule: 'it joins the apply that is there',
    before: [entry(owns('a', 'b')), entry({ operation: 'Apply', ...owns('b', 'c') }), kubectl],
    after: [kubectl, entry({ operation: 'Apply', ...owns('b', 'c', 'a') })],
  },
  {
    rule: 'statuses stay as they are',
    before: [entry({ subresource: 'status', ...owns('s') }), entry(owns('a'))],
    after: [entry({ subresource: 'status', ...owns('s') }), entry({ operation: 'Apply', ...owns('a') })],
  },
  {
    rule: 'several versions: the first one is migrated',
    before: [entry(owns('a')), entry({ apiVersion: 'v2', ...owns('b') })],
    after: [entry({ apiVersion: 'v2', ...owns('b') }), entry({ operation: 'Apply', ...owns('a') })],
  },
])('RUL 37: $rule', ({ before, after }) => {
  expect(migrate(...before)).toEqual(after);
});

it('RUL 37: joins lists and their items, too', () => {
  const list = (fields: object) =>
    ({ 'f:containers': { 'k:{"name":"a"}': { '.': {}, ...fields } } }) as never;
  const after = migrate(
    entry({ fieldsV1: list({ 'f:image': {} }) }),
    entry({ operation: 'Apply', fieldsV1: list({ 'f:name': {} }) }),
  );
  expect(after).toEqual([entry({ operation: 'Apply', fieldsV1: list({ 'f:image': {}, 'f:name': {} }) })]);
});
