import { configMap } from './objects';
import { contractSuite } from './suite';

const MAPS = 'v1/configmaps';
const TABLE = 'application/json;as=Table;g=meta.k8s.io;v=v1';
const partial = (kind: string) => `application/json;as=${kind};g=meta.k8s.io;v=v1`;

/** How tables and metadata are asked for; what they show of each kind is in `columns.contract.ts`. */
export const tables = contractSuite('tables', add => {
  add('a list as a table has a row each, with their metadata', async api => {
    await api.quietly('POST', api.in(MAPS), configMap('b', { k: '1' }, { labels: { a: '1' } }));
    await api.quietly('POST', api.in(MAPS), configMap('a'));
    await api.get(`${api.in(MAPS)}?fieldSelector=metadata.name!%3Dkube-root-ca.crt`, { accept: TABLE });
  });

  add('an object as a table has one row', async api => {
    await api.quietly('POST', api.in(MAPS), configMap('one', { k: '1' }));
    await api.get(api.in(MAPS, 'one'), { accept: TABLE });
  });

  add('an empty list is a table without rows', async api => {
    await api.get(api.in('v1/secrets'), { accept: TABLE });
  });

  add('rows hold whole objects or none, as one asks', async api => {
    await api.quietly('POST', api.in(MAPS), configMap('one', { k: '1' }));
    for (const included of ['Object', 'None', 'Metadata', ''])
      await api.get(`${api.in(MAPS, 'one')}?includeObject=${included}`, { accept: TABLE });
  });

  add('rows hold nothing that nobody knows', async api => {
    await api.quietly('POST', api.in(MAPS), configMap('one'));
    await api.get(`${api.in(MAPS, 'one')}?includeObject=Everything`, { accept: TABLE });
  });

  add('a page of a table tells where the next begins', async api => {
    for (const name of ['a', 'b', 'c'])
      await api.quietly('POST', api.in('v1/secrets'), {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name },
      });
    const { body } = await api.get(`${api.in('v1/secrets')}?limit=2&includeObject=None`, { accept: TABLE });
    const next = encodeURIComponent(body.metadata.continue);
    await api.get(`${api.in('v1/secrets')}?limit=2&includeObject=None&continue=${next}`, { accept: TABLE });
  });

  add('what is written can be told as a table', async api => {
    await api.post(api.in(MAPS), configMap('one'), { accept: TABLE });
    await api.patch('merge', api.in(MAPS, 'one'), { data: { a: '1' } }, { accept: TABLE });
  });

  add('a refusal is a Status, whatever is accepted', async api => {
    await api.get(api.in(MAPS, 'nobody'), { accept: TABLE });
    await api.get(api.in(MAPS, 'nobody'), { accept: partial('PartialObjectMetadata') });
  });

  add('a deletion as a table', async api => {
    await api.quietly('POST', api.in(MAPS), configMap('one'));
    await api.delete(api.in(MAPS, 'one'), undefined, { accept: `${TABLE},application/json` });
  });

  add('of several accepted forms the first that is known is told', async api => {
    await api.quietly('POST', api.in(MAPS), configMap('one'));
    const old = 'application/json;as=Table;g=meta.k8s.io;v=v1beta1';
    await api.get(api.in(MAPS, 'one'), { accept: `${TABLE},${old},application/json` });
    await api.get(api.in(MAPS, 'one'), {
      accept: `application/json;as=Chart;g=meta.k8s.io;v=v1,application/json`,
    });
  });

  add('the old version of tables is told still', async api => {
    await api.quietly('POST', api.in(MAPS), configMap('one'));
    await api.get(`${api.in(MAPS, 'one')}?includeObject=None`, {
      accept: 'application/json;as=Table;g=meta.k8s.io;v=v1beta1',
    });
  });

  add('a form that nobody knows is refused', async api => {
    await api.get(api.in(MAPS), { accept: 'application/json;as=Chart;g=meta.k8s.io;v=v1' });
    await api.get(api.in(MAPS), { accept: 'application/json;as=Table;g=meta.k8s.io;v=v9' });
  });

  add('a list of metadata alone', async api => {
    await api.quietly('POST', api.in('apps/v1/controllerrevisions'), {
      apiVersion: 'apps/v1',
      kind: 'ControllerRevision',
      metadata: { name: 'one', labels: { a: '1' } },
      revision: 1,
      data: { a: 1 },
    });
    await api.get(api.in('apps/v1/controllerrevisions'), { accept: partial('PartialObjectMetadataList') });
    await api.get(api.in('v1/secrets'), { accept: partial('PartialObjectMetadataList') });
  });

  add('an object as metadata alone', async api => {
    await api.quietly('POST', api.in(MAPS), configMap('one', { k: '1' }, { annotations: { a: '1' } }));
    await api.get(api.in(MAPS, 'one'), { accept: partial('PartialObjectMetadata') });
    await api.patch(
      'merge',
      api.in(MAPS, 'one'),
      { data: { a: '1' } },
      { accept: partial('PartialObjectMetadata') },
    );
  });

  add('lists and objects have each their form of metadata', async api => {
    await api.quietly('POST', api.in(MAPS), configMap('one'));
    await api.get(api.in(MAPS), { accept: partial('PartialObjectMetadata') });
    await api.get(api.in(MAPS, 'one'), { accept: partial('PartialObjectMetadataList') });
  });
});
