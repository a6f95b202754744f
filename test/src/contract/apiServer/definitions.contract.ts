import type { Answer, Api } from './Api';
import {
  areServed,
  define,
  definition,
  DEFINITIONS,
  groupOf,
  pathOf,
  PLAIN,
  specOf,
  version,
  widget,
  widgets,
  type Definition,
  type DefinitionParts,
  type Fields,
} from './customKinds';
import { contractSuite, type Add } from './suite';

interface Condition {
  readonly type: string;
  readonly status: string;
}

const has = (type: string, status: string) => (answer: Answer) =>
  (answer.body.status?.conditions ?? []).some(
    (each: Condition) => each.type === type && each.status === status,
  );

/** As it is stored now, changed by `change`. */
async function put(api: Api, made: Definition, change: (stored: Fields) => Fields): Promise<Answer> {
  const { body } = await api.quietly('GET', pathOf(api, made));
  return api.put(pathOf(api, made), change(body));
}

const withSpec = (change: Fields) => (stored: Fields) => ({
  ...stored,
  spec: { ...(stored.spec as Fields), ...change },
});

const withNames = (change: Fields) => (stored: Fields) => {
  const spec = stored.spec as Fields;
  return { ...stored, spec: { ...spec, names: { ...(spec.names as Fields), ...change } } };
};

function establishing(add: Add): void {
  add('a definition that is created is answered without conditions, with its names filled in', async api => {
    api.leave(pathOf(api, definition(api)));
    await api.post(api.at(DEFINITIONS), definition(api));
  });
  add('a sound definition gets the conditions NamesAccepted and Established', async api => {
    await define(api, definition(api));
    await api.until(pathOf(api, definition(api)), has('Established', 'True'));
  });
  add('a dry run creates no definition', async api => {
    await api.post(`${api.at(DEFINITIONS)}?dryRun=All`, definition(api));
    await api.get(pathOf(api, definition(api)));
  });
  add('unknown fields of a definition are warned of and dropped', async api => {
    api.leave(pathOf(api, definition(api)));
    await api.post(api.at(DEFINITIONS), definition(api, { foo: 1, names: { bar: 'x' } }));
  });
  add('unknown fields of a definition and of its schema are refused when the client is strict', async api => {
    const odd = specOf({ n: { type: 'integer', minimun: 1 } });
    const made = definition(api, { foo: 1, versions: [version('v1', odd)] });
    await api.post(`${api.at(DEFINITIONS)}?fieldValidation=Strict`, made);
  });
  add('a schema of the wrong shape cannot be read', async api => {
    await api.post(
      api.at(DEFINITIONS),
      definition(api, { versions: [version('v1', specOf({ n: 'integer' as never }))] }),
    );
  });
  add('names are those of the definition where it gives them', async api => {
    const names = {
      singular: 'thing',
      listKind: 'Things',
      shortNames: ['wd', 'wdg'],
      categories: ['all', 'ours'],
    };
    await define(api, definition(api, { names }));
    await api.until(pathOf(api, definition(api)), has('Established', 'True'));
    await api.get(`/apis/${groupOf(api)}/v1`);
  });
}

function clash(add: Add, what: string, first: Fields, second: Fields, plural = 'gadgets'): void {
  add(`a definition whose ${what} another one of the group has is not accepted`, async api => {
    await define(api, definition(api, { names: { ...first } }));
    const other = definition(api, { plural, names: { kind: 'Gadget', ...second } });
    api.leave(pathOf(api, other));
    await api.quietly('POST', api.at(DEFINITIONS), other);
    await api.until(pathOf(api, other), has('Established', 'False'));
    await api.get(`/apis/${groupOf(api)}/v1/${plural}`);
  });
}

function conflicts(add: Add): void {
  clash(add, 'kind', {}, { kind: 'Widget' });
  clash(add, 'list kind', { listKind: 'Wares' }, { listKind: 'Wares' });
  clash(add, 'singular', { singular: 'ware' }, { singular: 'ware' });
  clash(add, 'short name', { shortNames: ['w'] }, { shortNames: ['g', 'w'] });
  clash(add, 'plural', { shortNames: ['gadgets'] }, {});
  add('names are accepted once the definition that had them is gone', async api => {
    const first = definition(api);
    await define(api, first);
    const other = definition(api, { plural: 'gadgets' });
    api.leave(pathOf(api, other));
    await api.quietly('POST', api.at(DEFINITIONS), other);
    await api.until(pathOf(api, other), has('NamesAccepted', 'False'));
    await api.quietly('DELETE', pathOf(api, first));
    await api.until(pathOf(api, other), has('Established', 'True'));
  });
  add('a definition that is established stays so when its new short name is taken', async api => {
    await define(api, definition(api, { names: { shortNames: ['w'] } }));
    const other = definition(api, { plural: 'gadgets', names: { kind: 'Gadget' } });
    await define(api, other);
    await api.until(pathOf(api, other), has('Established', 'True'));
    await api.quietly(
      'PATCH',
      pathOf(api, other),
      { spec: { names: { shortNames: ['w'] } } },
      {
        contentType: 'application/merge-patch+json',
      },
    );
    await api.until(pathOf(api, other), has('NamesAccepted', 'False'));
  });
}

/** A case about changing an established definition. */
function changed(
  add: Add,
  name: string,
  parts: DefinitionParts,
  how: (stored: Fields) => Fields,
  then?: (api: Api, made: Definition) => Promise<void>,
): void {
  add(name, async api => {
    const made = definition(api, parts);
    await define(api, made);
    await api.until(pathOf(api, made), has('Established', 'True'));
    await put(api, made, how);
    await then?.(api, made);
  });
}

const two = [version('v1'), version('v2', PLAIN, { storage: false })];
const moved = [version('v1', PLAIN, { storage: false }), version('v2')];

function changes(add: Add): void {
  changed(add, 'the scope of a definition is immutable', {}, withSpec({ scope: 'Cluster' }));
  changed(add, 'the group of a definition is immutable', {}, withSpec({ group: 'other.example.io' }));
  changed(
    add,
    'the plural and the kind of a definition are immutable',
    {},
    withNames({ plural: 'wares', kind: 'Ware' }),
  );
  changed(
    add,
    'short names and categories may change',
    {},
    withNames({ shortNames: ['w'], categories: ['all'] }),
  );
  changed(
    add,
    'a version that is stored cannot be removed',
    { versions: two },
    withSpec({ versions: [version('v2')] }),
  );
  changed(
    add,
    'a version that was never stored may be removed',
    { versions: two },
    withSpec({ versions: [version('v1')] }),
  );
  changed(
    add,
    'another storage version is added to those that are stored',
    { versions: two },
    withSpec({ versions: moved }),
    async (api, made) => {
      await api.until(pathOf(api, made), answer => answer.body.status.storedVersions.length === 2);
    },
  );
  changed(
    add,
    'a stored version goes when its storedVersions are cleared before',
    { versions: two },
    withSpec({ versions: moved }),
    async (api, made) => {
      const status = { status: { storedVersions: ['v2'] } };
      await api.patch('merge', `${pathOf(api, made)}/status`, status);
      await api.patch('merge', pathOf(api, made), { spec: { versions: [version('v2')] } });
      await api.until(`/apis/${groupOf(api)}/v1/widgets`, ({ text }) => text.startsWith('404 page'));
    },
  );
  changed(
    add,
    'the storage version cannot be taken from storedVersions',
    {},
    stored => stored,
    async (api, made) => {
      await api.patch('merge', `${pathOf(api, made)}/status`, { status: { storedVersions: ['v2'] } });
    },
  );
  changed(
    add,
    'a change of metadata leaves the generation, a change of the spec counts it',
    {},
    stored => ({
      ...stored,
      metadata: { ...(stored.metadata as Fields), labels: { a: 'b' } },
    }),
    async (api, made) => {
      await put(api, made, withSpec({ versions: [version('v1', specOf({ m: { type: 'string' } }))] }));
    },
  );
  changed(add, 'a definition is not replaced without its resourceVersion', {}, stored => {
    const { resourceVersion: _version, ...metadata } = stored.metadata as Fields;
    return { ...stored, metadata };
  });
  changed(add, 'a write of the main resource leaves the status of a definition', {}, stored => ({
    ...stored,
    status: { storedVersions: ['v9'], conditions: [] },
  }));
}

function deletion(add: Add): void {
  add('a definition without objects goes', async api => {
    const made = definition(api);
    await define(api, made);
    await api.quietly('DELETE', pathOf(api, made));
    await api.until(pathOf(api, made), ({ status }) => status === 404);
    await api.until(widgets(api), ({ text }) => text.startsWith('404 page'));
  });
  add('the answer to a deletion shows the finalizer and the condition Terminating', async api => {
    const made = definition(api);
    await define(api, made);
    await api.until(pathOf(api, made), has('Established', 'True'));
    await api.delete(pathOf(api, made));
  });
  add('objects of a definition that is deleted go with it', async api => {
    const made = definition(api);
    await define(api, made);
    await api.quietly('POST', widgets(api), widget(api, 'one'));
    const watch = await api.watch(`${widgets(api)}?watch=true`);
    await watch.until(1);
    await api.quietly('DELETE', pathOf(api, made));
    await watch.until(({ type }) => type === 'DELETED');
    watch.close();
    await api.until(widgets(api, 'one'), ({ text }) => text.startsWith('404 page'));
  });
  add('an object with a finalizer holds its definition, whose kind takes no new objects', async api => {
    const made = definition(api);
    await define(api, made);
    const held = widget(api, 'one');
    await api.quietly('POST', widgets(api), {
      ...held,
      metadata: { name: 'one', finalizers: ['example.io/hold'] },
    });
    await api.quietly('DELETE', pathOf(api, made));
    await api.until(widgets(api, 'one'), ({ body }) => body.metadata.deletionTimestamp !== undefined);
    await api.post(widgets(api), widget(api, 'two'));
    await api.patch('merge', widgets(api, 'one'), { metadata: { finalizers: null } });
    await api.until(pathOf(api, made), ({ status }) => status === 404);
  });
  add('a definition that was deleted can be made again, and has no objects', async api => {
    const made = definition(api);
    await define(api, made);
    await api.quietly('POST', widgets(api), widget(api, 'one'));
    await api.quietly('DELETE', pathOf(api, made));
    await api.until(pathOf(api, made), ({ status }) => status === 404);
    await define(api, made);
    await areServed(api, made);
    await api.get(widgets(api));
  });
}

export const definitions = contractSuite('definitions', add => {
  establishing(add);
  conflicts(add);
  changes(add);
  deletion(add);
});
