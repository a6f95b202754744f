import type { Api } from './Api';
import { hoursAgo } from './objects';
import { contractSuite } from './suite';

const CORE = 'v1/events';
const NEWER = 'events.k8s.io/v1/events';
const WHEN = '2026-01-01T00:00:00.123456Z';
const THEN = '2026-01-01T00:00:00Z';

interface Fields {
  readonly [field: string]: unknown;
}

const about = (api: Api, name = 'web'): Fields => ({
  apiVersion: 'v1',
  kind: 'Pod',
  name,
  namespace: api.namespace,
  uid: '00000000-0000-4000-8000-000000000000',
});

const old = (api: Api, name: string, more: Fields = {}) => ({
  apiVersion: 'v1',
  kind: 'Event',
  metadata: { name },
  involvedObject: about(api),
  reason: 'Started',
  message: 'It runs.',
  source: { component: 'kubelet', host: 'node-1' },
  firstTimestamp: THEN,
  lastTimestamp: THEN,
  count: 1,
  type: 'Normal',
  ...more,
});

const newer = (api: Api, name: string, more: Fields = {}) => ({
  apiVersion: 'events.k8s.io/v1',
  kind: 'Event',
  metadata: { name },
  eventTime: WHEN,
  reportingController: 'example.io/robot',
  reportingInstance: 'robot-1',
  action: 'Starting',
  reason: 'Started',
  regarding: about(api),
  note: 'It runs.',
  type: 'Normal',
  ...more,
});

const without = (object: Fields, ...fields: readonly string[]) =>
  Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field)));

/** Events of both groups: one thing under two names. */
export const events = contractSuite('events', add => {
  add('an event of the core group', async api => {
    await api.post(api.in(CORE), old(api, 'one'));
  });

  add('an event of its own group', async api => {
    await api.post(api.in(NEWER), newer(api, 'one'));
  });

  add('an event of the core group is one of its own group', async api => {
    await api.post(api.in(CORE), old(api, 'one'));
    await api.get(api.in(NEWER, 'one'));
    await api.get(api.in(NEWER));
  });

  add('an event of its own group is one of the core group', async api => {
    await api.post(api.in(NEWER), newer(api, 'one', { related: about(api, 'other') }));
    await api.get(api.in(CORE, 'one'));
    await api.patch('merge', api.in(CORE, 'one'), { metadata: { labels: { a: '1' } } });
    await api.delete(api.in(CORE, 'one'));
    await api.get(api.in(NEWER, 'one'));
  });

  add('a watch of one group hears of the other', async api => {
    const stream = await api.watch(`${api.in(NEWER)}?watch=true`);
    await api.post(api.in(CORE), old(api, 'one'));
    await api.delete(api.in(CORE, 'one'));
    await stream.until(2);
    stream.close();
  });

  add('a series counts', async api => {
    await api.post(api.in(NEWER), newer(api, 'one'));
    const series = { count: 2, lastObservedTime: WHEN };
    await api.patch('merge', api.in(NEWER, 'one'), { series });
    await api.patch('strategic', api.in(NEWER, 'one'), { series: { count: 3 } });
    await api.get(api.in(CORE, 'one'));
  });

  add('a series of the core group counts', async api => {
    await api.post(api.in(CORE), old(api, 'one'));
    await api.patch('strategic', api.in(CORE, 'one'), { count: 4, lastTimestamp: '2026-01-01T00:01:00Z' });
    await api.get(api.in(NEWER, 'one'));
  });

  add('the newer group wants everything told', async api => {
    await api.post(api.in(NEWER), without(newer(api, 'one'), 'eventTime'));
    await api.post(api.in(NEWER), without(newer(api, 'one'), 'reportingController', 'reportingInstance'));
    await api.post(api.in(NEWER), without(newer(api, 'one'), 'action', 'reason', 'type'));
  });

  add('the newer group judges what it is told', async api => {
    await api.post(api.in(NEWER), newer(api, 'one', { type: 'Strange' }));
    await api.post(api.in(NEWER), newer(api, 'one', { note: 'x'.repeat(1025) }));
    await api.post(api.in(NEWER), newer(api, 'one', { reason: 'x'.repeat(129), action: 'x'.repeat(129) }));
    await api.post(api.in(NEWER), newer(api, 'one', { reportingController: 'not a name!' }));
    await api.post(api.in(NEWER), newer(api, 'one', { reportingInstance: 'x'.repeat(129) }));
    await api.post(api.in(NEWER), newer(api, 'one', { series: { count: 1, lastObservedTime: WHEN } }));
    await api.post(api.in(NEWER), newer(api, 'one', { deprecatedCount: 3, deprecatedFirstTimestamp: THEN }));
  });

  add('the core group wants little told', async api => {
    await api.post(api.in(CORE), {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'bare' },
      involvedObject: { namespace: api.namespace },
    });
    await api.post(api.in(CORE), old(api, 'strange', { type: 'Strange' }));
    await api.post(api.in(CORE), old(api, 'bare'));
  });

  add('the core group judges events with a time of their own as the newer one does', async api => {
    await api.post(api.in(CORE), old(api, 'one', { eventTime: WHEN }));
    await api.post(
      api.in(CORE),
      old(api, 'two', {
        eventTime: WHEN,
        reportingComponent: 'example.io/robot',
        reportingInstance: 'robot-1',
        action: 'Starting',
      }),
    );
  });

  add('an event is where its object is', async api => {
    await api.post(
      api.in(CORE),
      old(api, 'one', { involvedObject: { ...about(api), namespace: 'elsewhere' } }),
    );
    await api.post(api.in(CORE), old(api, 'one', { involvedObject: without(about(api), 'namespace') }));
    await api.post(
      api.in(NEWER),
      newer(api, 'one', { regarding: { ...about(api), namespace: 'elsewhere' } }),
    );
  });

  add('events of what has no namespace are in default', async api => {
    const name = api.namespace;
    const path = `/api/v1/namespaces/default/events`;
    api.leave(`${path}/${name}`);
    await api.post(
      path,
      old(api, name, { involvedObject: { apiVersion: 'v1', kind: 'Node', name: 'node-1' } }),
    );
  });

  add('what happened cannot be told otherwise later', async api => {
    await api.post(api.in(NEWER), newer(api, 'one'));
    await api.patch('merge', api.in(NEWER, 'one'), { reason: 'Stopped' });
    await api.patch('merge', api.in(NEWER, 'one'), { note: 'It stopped.', regarding: { name: 'other' } });
    await api.patch('merge', api.in(NEWER, 'one'), { eventTime: '2026-01-02T00:00:00.000000Z' });
  });

  add('the core group lets it be told otherwise', async api => {
    await api.post(api.in(CORE), old(api, 'one'));
    await api.patch('merge', api.in(CORE, 'one'), { reason: 'Stopped', message: 'It stopped.' });
  });

  add('events are selected by what they are about', async api => {
    await api.quietly('POST', api.in(CORE), old(api, 'a'));
    await api.quietly(
      'POST',
      api.in(CORE),
      old(api, 'b', { involvedObject: about(api, 'other'), type: 'Warning' }),
    );
    const namesOf = async (path: string) => {
      const { body } = await api.quietly('GET', path);
      return (body.items ?? []).map((item: { metadata: { name: string } }) => item.metadata.name);
    };
    for (const selector of [
      'involvedObject.name=web',
      'involvedObject.kind=Pod,type=Warning',
      'type!=Normal',
      'reason=Started',
      'source=kubelet',
      'reportingComponent=kubelet',
      'involvedObject.uid=00000000-0000-4000-8000-000000000000',
      'involvedObject.namespace=elsewhere',
      'metadata.name=a',
    ]) {
      const path = `${api.in(CORE)}?fieldSelector=${encodeURIComponent(selector)}`;
      api.transcript.note(selector, { status: 200, body: await namesOf(path) });
    }
    for (const selector of ['regarding.name=web', 'reportingController=', 'type=Warning', 'reason=Started']) {
      const path = `${api.in(NEWER)}?fieldSelector=${encodeURIComponent(selector)}`;
      api.transcript.note(selector, { status: 200, body: await namesOf(path) });
    }
  });

  add('a field that events are not selected by is refused', async api => {
    await api.get(`${api.in(CORE)}?fieldSelector=message%3Dno`);
    await api.get(`${api.in(NEWER)}?fieldSelector=note%3Dno`);
    await api.get(`${api.in(NEWER)}?fieldSelector=involvedObject.name%3Dweb`);
  });

  add('a collection of events goes by a selector', async api => {
    await api.quietly('POST', api.in(CORE), old(api, 'a'));
    await api.quietly('POST', api.in(CORE), old(api, 'b', { type: 'Warning' }));
    await api.delete(`${api.in(CORE)}?fieldSelector=type%3DWarning`);
    await api.get(api.in(CORE));
  });

  add('a PUT makes an event that is not there', async api => {
    await api.put(api.in(CORE, 'one'), old(api, 'one'));
    await api.put(api.in(NEWER, 'two'), newer(api, 'two'));
  });

  add('a name is made up where there is only its beginning', async api => {
    await api.post(api.in(CORE), { ...old(api, ''), metadata: { generateName: 'web.' } });
  });

  add('events as tables', async api => {
    const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1';
    await api.quietly('POST', api.in(CORE), old(api, 'a', { count: 3 }));
    await api.quietly(
      'POST',
      api.in(NEWER),
      newer(api, 'b', { series: { count: 4, lastObservedTime: WHEN } }),
    );
    await api.get(`${api.in(CORE)}?includeObject=None`, { accept });
    await api.get(`${api.in(NEWER)}?includeObject=None`, { accept });
  });
});

/** The same as kubectl shows them. */
export const eventsShown = contractSuite(
  'events shown',
  add => {
    add('kubectl get events', async api => {
      await api.quietly('POST', api.in(CORE), old(api, 'a'));
      await api.quietly('POST', api.in(CORE), old(api, 'b', { type: 'Warning', reason: 'Failed' }));
      await api.kubectl(['get', 'events']);
      await api.kubectl(['get', 'events', '--output=wide', '--field-selector=type=Warning']);
      await api.kubectl(['get', 'events.events.k8s.io', '--output=name']);
    });

    add('kubectl events', async api => {
      await api.quietly(
        'POST',
        api.in(CORE),
        old(api, 'a', { count: 5, firstTimestamp: hoursAgo(30.5), lastTimestamp: hoursAgo(12.5) }),
      );
      await api.quietly(
        'POST',
        api.in(CORE),
        old(api, 'b', { type: 'Warning', involvedObject: about(api, 'other') }),
      );
      await api.kubectl(['events']);
      await api.kubectl(['events', '--types=Warning']);
      await api.kubectl(['events', '--for=pod/web']);
      await api.kubectl(['events', '--for=pod/nobody']);
    });

    add('kubectl events of a namespace without any', async api => {
      await api.kubectl(['events']);
      await api.kubectl(['get', 'events']);
    });
  },
  { usesKubectl: true },
);
