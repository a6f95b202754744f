import { configMap } from './objects';
import { contractSuite } from './suite';

const MAPS = 'v1/configmaps';
const METADATA = { accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' };
const METADATA_LIST = { accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1' };

/** What the client of this repository relies on: each answer says of which kind, name and namespace it is. */
export const answeredObject = contractSuite('answeredObject', add => {
  add('every verb answers with kind, name and namespace of what was asked', async api => {
    await api.post(api.in(MAPS), configMap('one', { a: '1' }));
    await api.get(api.in(MAPS, 'one'));
    await api.patch('merge', api.in(MAPS, 'one'), { data: { a: '2' } });
    await api.put(api.in(MAPS, 'one'), configMap('one', { a: '3' }));
    await api.get(api.in(MAPS));
    await api.delete(api.in(MAPS, 'one'));
  });
  add('so it does where metadata alone is asked for', async api => {
    await api.post(api.in(MAPS), configMap('one', { a: '1' }));
    await api.get(api.in(MAPS, 'one'), METADATA);
    await api.get(api.in(MAPS), METADATA_LIST);
    await api.get('/api/v1/namespaces/case-nowhere/configmaps', METADATA_LIST);
  });
  add('a body of another name or namespace is refused', async api => {
    await api.post(api.in(MAPS), configMap('one', { a: '1' }));
    const other = (patch: object) => ({ ...configMap('one'), metadata: { name: 'one', ...patch } });
    for (const patch of [{ name: 'two' }, { namespace: 'case-nowhere' }]) {
      await api.put(api.in(MAPS, 'one'), other(patch));
      await api.patch('merge', api.in(MAPS, 'one'), other(patch));
    }
    await api.put(api.in(MAPS, 'one'), { ...configMap('one'), kind: 'Secret' });
  });
});
