import type { Api } from './Api';
import { define, definition, groupOf, specOf, version, widget, widgets, type Fields } from './customKinds';
import { contractSuite, type Add } from './suite';

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const text = { type: 'string' };
const whole = { type: 'integer' };

const SCHEMA = specOf({
  t: text,
  n: whole,
  d: { type: 'number' },
  b: { type: 'boolean' },
  at: { ...text, format: 'date-time' },
  l: { type: 'array', items: text },
  o: { type: 'object', properties: { 'a.b': text, 'x-y': whole } },
  c: { type: 'array', items: { type: 'object', properties: { type: text, status: text } } },
  f: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true },
});

const SPEC: Fields = {
  t: 'text',
  n: 7,
  d: 2.5,
  b: true,
  at: '2020-01-01T00:00:00Z',
  l: ['a', 'b'],
  o: { 'a.b': 'dotted', 'x-y': 3 },
  c: [
    { type: 'Ready', status: 'True' },
    { type: 'Live', status: 'False' },
  ],
  f: { z: 1, a: { c: 2, b: null } },
};

const column = (name: string, type: string, jsonPath: string, more: Fields = {}) => ({
  name,
  type,
  jsonPath,
  ...more,
});

/** Columns, and what the table of one object with all fields and one without any shows. */
function table(add: Add, says: string, ...columns: readonly Fields[]): void {
  add(says, async api => {
    await made(api, columns);
    await api.get(widgets(api), { accept: TABLE });
  });
}

async function made(api: Api, columns: readonly Fields[], names: Fields = {}): Promise<void> {
  const parts = columns.length > 0 ? { additionalPrinterColumns: columns } : {};
  await define(api, definition(api, { names, versions: [version('v1', SCHEMA, parts)] }));
  await api.quietly('POST', widgets(api), widget(api, 'full', { spec: SPEC }));
  await api.quietly('POST', widgets(api), widget(api, 'void', {}));
}

function tables(add: Add): void {
  table(add, 'without columns a table shows name and age');
  table(
    add,
    'columns of all types',
    column('T', 'string', '.spec.t'),
    column('N', 'integer', '.spec.n'),
    column('D', 'number', '.spec.d'),
    column('B', 'boolean', '.spec.b'),
    column('At', 'date', '.spec.at'),
  );
  table(
    add,
    'values of another type than their column',
    column('T', 'integer', '.spec.t'),
    column('N', 'string', '.spec.n'),
    column('D', 'integer', '.spec.d'),
    column('B', 'string', '.spec.b'),
    column('L', 'date', '.spec.t'),
  );
  table(
    add,
    'lists and objects as text',
    column('L', 'string', '.spec.l'),
    column('O', 'string', '.spec.o'),
    column('F', 'string', '.spec.f'),
  );
  table(
    add,
    'a path into a list takes its first value',
    column('First', 'string', '.spec.l[0]'),
    column('All', 'string', '.spec.l[*]'),
    column('None', 'string', '.spec.l[9]'),
    column('Last', 'string', '.spec.l[-1:]'),
  );
  table(
    add,
    'a path with a condition',
    column('Ready', 'string', '.spec.c[?(@.type=="Ready")].status'),
    column('Other', 'string', '.spec.c[?(@.type!="Ready")].status'),
    column('None', 'string', '.spec.c[?(@.type=="X")].status'),
  );
  table(
    add,
    'a path to fields with dots and hyphens',
    column('Dot', 'string', '.spec.o.a\\.b'),
    column('Hyphen', 'integer', '.spec.o.x-y'),
  );
  table(
    add,
    'columns with format, description and priority',
    column('N', 'integer', '.spec.n', { format: 'int32', description: 'how many' }),
    column('T', 'string', '.spec.t', { priority: 1 }),
  );
  table(
    add,
    'the metadata in columns',
    column('Created', 'date', '.metadata.creationTimestamp'),
    column('Name2', 'string', '.metadata.name'),
    column('Gen', 'integer', '.metadata.generation'),
  );
  add('a table of one object, and one with whole objects', async api => {
    await made(api, [column('T', 'string', '.spec.t')]);
    await api.get(widgets(api, 'full'), { accept: TABLE });
    await api.get(`${widgets(api)}?includeObject=Object`, { accept: TABLE });
    await api.get(`${widgets(api)}?includeObject=None`, { accept: TABLE });
  });
  add('a table of none', async api => {
    await define(api, definition(api, { versions: [version('v1', SCHEMA)] }));
    await api.get(widgets(api), { accept: TABLE });
  });
}

function selection(add: Add): void {
  const selectable = version('v1', SCHEMA, {
    selectableFields: [{ jsonPath: '.spec.t' }, { jsonPath: '.spec.n' }, { jsonPath: '.spec.b' }],
  });
  add('objects are selected by the fields of their definition', async api => {
    await define(api, definition(api, { versions: [selectable] }));
    await api.quietly('POST', widgets(api), widget(api, 'full', { spec: SPEC }));
    await api.quietly('POST', widgets(api), widget(api, 'void', {}));
    for (const selector of [
      'spec.t=text',
      'spec.n=7',
      'spec.b=true',
      'spec.b!=true',
      'spec.t=',
      'spec.t=text,spec.n!=7',
      'metadata.name=full',
    ])
      await api.get(`${widgets(api)}?fieldSelector=${encodeURIComponent(selector)}`, {
        accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
      });
  });
  add('other fields cannot be selected by', async api => {
    await define(api, definition(api, { versions: [selectable] }));
    await api.get(`${widgets(api)}?fieldSelector=${encodeURIComponent('spec.d=1')}`);
  });
  add('a watch by a field tells when an object begins and ceases to match', async api => {
    await define(api, definition(api, { versions: [selectable] }));
    await api.quietly('POST', widgets(api), widget(api, 'one', { spec: { t: 'a' } }));
    const watch = await api.watch(
      `${widgets(api)}?watch=true&fieldSelector=${encodeURIComponent('spec.t=b')}`,
    );
    for (const t of ['b', 'a'])
      await api.quietly(
        'PATCH',
        widgets(api, 'one'),
        { spec: { t } },
        { contentType: 'application/merge-patch+json' },
      );
    await watch.until(2);
    watch.close();
  });
}

export const customTables = contractSuite('customTables', add => {
  tables(add);
  selection(add);
});

const COLUMNS = [
  column('Text', 'string', '.spec.t', { description: 'what it says' }),
  column('Number', 'integer', '.spec.n', { priority: 1 }),
];
const NAMES = { shortNames: ['wd'], categories: ['ours'], singular: 'widget' };

const MANIFEST = (api: Api) =>
  [
    definition(api, {
      names: NAMES,
      versions: [
        version(
          'v1',
          { ...SCHEMA, description: 'A widget of the contract.' },
          {
            additionalPrinterColumns: COLUMNS,
            subresources: { scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' } },
          },
        ),
      ],
    }),
    widget(api, 'one', { spec: { t: 'x', n: 1 } }),
  ].map(object => JSON.stringify(object));

/** Names that kubectl knows only by discovery. */
const kubectlCases = (add: Add): void => {
  const ready = async (api: Api) => {
    await made(api, COLUMNS, NAMES);
  };
  for (const name of ['widgets', 'widget', 'wd', 'ours'])
    add(`kubectl get ${name} finds the objects`, async api => {
      await ready(api);
      // A category is of all groups, and other cases have theirs.
      await api.kubectl(['get', name === 'ours' ? `widgets.${groupOf(api)}` : `${name}.${groupOf(api)}`]);
    });
  add('kubectl get -o wide shows the columns of lower priority', async api => {
    await ready(api);
    await api.kubectl(['get', `widgets.${groupOf(api)}`, '-o', 'wide']);
  });
  add('kubectl explain tells the fields of a definition', async api => {
    await ready(api);
    await api.kubectl(['explain', `widgets.spec`, `--api-version=${groupOf(api)}/v1`]);
    await api.kubectl(['explain', `widgets.spec.o`, `--api-version=${groupOf(api)}/v1`]);
  });
  add('kubectl api-resources lists a definition', async api => {
    await ready(api);
    await api.kubectl(['api-resources', `--api-group=${groupOf(api)}`, '-o', 'wide']);
  });
  add('kubectl wait waits until a definition is established', async api => {
    const [made2] = MANIFEST(api);
    api.leave(`/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.${groupOf(api)}`);
    await api.kubectl(['apply', '-f', '-'], { stdin: made2 });
    await api.kubectl(['wait', '--for=condition=Established', `crd/widgets.${groupOf(api)}`]);
  });
  add('kubectl apply of a definition and its object, until both are there', async api => {
    const [made2, object] = MANIFEST(api);
    api.leave(`/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.${groupOf(api)}`);
    await api.kubectlQuietly(['apply', '-f', '-'], { stdin: made2 });
    await api.kubectlQuietly(['wait', '--for=condition=Established', `crd/widgets.${groupOf(api)}`]);
    await api.until(widgets(api), ({ status }) => status === 200);
    await api.kubectl(['apply', '-f', '-'], { stdin: object });
    await api.kubectl(['apply', '-f', '-'], { stdin: object });
    await api.kubectl(['scale', `widgets.${groupOf(api)}/one`, '--replicas=4']);
    await api.kubectl(['get', `widgets.${groupOf(api)}`, '-o', 'wide']);
  });
  for (const [says, group, approval, status] of [
    [
      'an approval that is noted',
      'contract.k8s.io',
      'https://github.com/kubernetes/kubernetes/pull/1',
      'True',
    ],
    ['a mark that nobody approved it', 'unapproved.k8s.io', 'unapproved, experimental-only', 'False'],
  ]) {
    add(`a group of the project is served with ${says}`, async api => {
      await define(
        api,
        definition(api, { group, metadata: { annotations: { 'api-approved.kubernetes.io': approval } } }),
      );
      const type = 'KubernetesAPIApprovalPolicyConformant';
      const name = `crd/widgets.${group}`;
      await api.kubectl(['wait', `--for=condition=${type}=${status}`, name]);
      await api.kubectl(['get', name, '-o', `jsonpath={.status.conditions[?(@.type=="${type}")]}`]);
    });
  }
  add('kubectl create refuses unknown fields, and tells what is wrong', async api => {
    await ready(api);
    const odd = widget(api, 'odd', { spec: { n: 'x', foo: 1 } });
    await api.kubectl(['create', '-f', '-'], { stdin: JSON.stringify(odd) });
    await api.kubectl(['create', '--validate=false', '-f', '-'], { stdin: JSON.stringify(odd) });
  });
};

export const customKubectl = contractSuite('customKubectl', kubectlCases, { usesKubectl: true });
