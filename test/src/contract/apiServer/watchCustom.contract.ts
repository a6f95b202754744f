import { define, definition, pathOf, specOf, version, widget, widgets, groupOf } from './customKinds';
import { contractSuite } from './suite';
import { inShort, refusedWatch } from './watching';

const MERGE = { contentType: 'application/merge-patch+json' };
const TABLE = 'application/json;as=Table;g=meta.k8s.io;v=v1';

/** Watches of what a definition made. */
export const watchCustom = contractSuite('watch custom', add => {
  add('objects of a definition are told as they live', async api => {
    await define(api, definition(api));
    const stream = await api.watch(`${widgets(api)}?watch=true`);
    await api.post(widgets(api), widget(api, 'one', { spec: { n: 1 } }));
    await api.patch('merge', widgets(api, 'one'), { spec: { n: 2 } });
    await api.delete(widgets(api, 'one'));
    await stream.until(3);
    stream.close();
  });

  add('a revision from before the definition is too old', async api => {
    await define(api, definition(api));
    await refusedWatch(api, `${widgets(api)}?watch=true&resourceVersion=1&timeoutSeconds=2`);
  });

  add('a definition that goes takes its objects along, and ends their watches', async api => {
    const made = definition(api);
    await define(api, made);
    await api.post(widgets(api), widget(api, 'one'));
    await api.post(widgets(api), widget(api, 'two'));
    const stream = await api.watch(`${widgets(api)}?watch=true`);
    await stream.until(2);
    await api.quietly('DELETE', pathOf(api, made));
    await stream.ended();
    stream.close(events => inShort(events).sort());
  });

  add('a definition waits for objects that have finalizers', async api => {
    const made = definition(api);
    await define(api, made);
    const held = widget(api, 'one');
    const metadata = { ...held.metadata, finalizers: ['example.io/hold'] };
    await api.quietly('POST', widgets(api), { ...held, metadata });
    const stream = await api.watch(`${widgets(api)}?watch=true`);
    await stream.until(1);
    await api.quietly('DELETE', pathOf(api, made));
    await stream.until(2);
    await api.get(widgets(api));
    await api.post(widgets(api), widget(api, 'two'));
    await api.quietly('PATCH', widgets(api, 'one'), { metadata: { finalizers: null } }, MERGE);
    await stream.ended();
    stream.close(inShort);
  });

  add('objects are told in the version that is watched', async api => {
    const versions = [
      version('v1', specOf({ n: { type: 'integer' } })),
      version('v2', specOf({ n: { type: 'integer' }, more: { type: 'string', default: 'yes' } }), {
        storage: false,
      }),
    ];
    await define(api, definition(api, { versions }));
    const path = api.in(`${groupOf(api)}/v2/widgets`);
    const stream = await api.watch(`${path}?watch=true`);
    await api.post(widgets(api), widget(api, 'one', { spec: { n: 1 } }));
    await stream.until(1);
    stream.close();
  });

  add('tables of a watch have the columns of the definition', async api => {
    const more = { additionalPrinterColumns: [{ name: 'N', type: 'integer', jsonPath: '.spec.n' }] };
    await define(api, definition(api, { versions: [version('v1', undefined, more)] }));
    await api.quietly('POST', widgets(api), widget(api, 'one', { spec: { n: 7 } }));
    const stream = await api.watch(`${widgets(api)}?watch=true&includeObject=None`, { accept: TABLE });
    await stream.until(1);
    await api.quietly('PATCH', widgets(api, 'one'), { spec: { n: 8 } }, MERGE);
    await stream.until(2);
    stream.close();
  });

  add('objects of a definition have their initial events', async api => {
    await define(api, definition(api));
    await api.quietly('POST', widgets(api), widget(api, 'one'));
    const query =
      'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
    const stream = await api.watch(`${widgets(api)}?${query}`);
    await stream.until(2);
    stream.close(events => inShort(events).slice(0, 2));
  });

  add('a selectable field chooses objects of a definition', async api => {
    const more = { selectableFields: [{ jsonPath: '.spec.n' }] };
    await define(api, definition(api, { versions: [version('v1', undefined, more)] }));
    const stream = await api.watch(`${widgets(api)}?watch=true&fieldSelector=spec.n%3D2`);
    await api.quietly('POST', widgets(api), widget(api, 'one', { spec: { n: 1 } }));
    await api.quietly('POST', widgets(api), widget(api, 'two', { spec: { n: 2 } }));
    await stream.until(1);
    stream.close(inShort);
  });

  add('the definition itself is watched', async api => {
    const made = definition(api);
    const name = encodeURIComponent(`metadata.name=${made.metadata.name}`);
    const path = api.at('apiextensions.k8s.io/v1/customresourcedefinitions');
    const stream = await api.watch(`${path}?watch=true&fieldSelector=${name}`);
    await define(api, made);
    await api.quietly('DELETE', pathOf(api, made));
    await stream.until(({ type }) => type === 'DELETED');
    stream.close(events => [events[0].type, events[events.length - 1].type]);
  });
});
