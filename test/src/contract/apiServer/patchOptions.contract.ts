import { defineThings, MAPS, mergeIntoMap, mergeIntoThing, thing, THINGS } from './patchFixtures';
import { contractSuite, type Add } from './suite';

function addParameters(add: Add) {
  const unknown = { data: { c: '3' }, unknown: 1, metadata: { unheard: 'x' } };
  add('an unknown field is warned of', api => mergeIntoMap(api, unknown));
  add('an unknown field with Warn', api => mergeIntoMap(api, unknown, '?fieldValidation=Warn'));
  add('an unknown field with Ignore', api => mergeIntoMap(api, unknown, '?fieldValidation=Ignore'));
  add('an unknown field with Strict is 422', api => mergeIntoMap(api, unknown, '?fieldValidation=Strict'));
  add('a doubled field with Strict is 422', api =>
    mergeIntoMap(api, '{"data":{"a":"5","a":"6"}}', '?fieldValidation=Strict'),
  );
  add('a doubled field is warned of', api => mergeIntoMap(api, '{"data":{"a":"5","a":"6"}}'));
  add('an unknown field of a custom resource with Strict is refused', api =>
    mergeIntoThing(api, {}, { spec: { unknown: 1 } }, '?fieldValidation=Strict'),
  );
  add('an unknown field of a custom resource is warned of', api =>
    mergeIntoThing(api, {}, { spec: { unknown: 1 } }),
  );
  add('another fieldValidation is 422', api => mergeIntoMap(api, {}, '?fieldValidation=Loose'));
  add('a dry run changes nothing', async api => {
    await mergeIntoMap(api, { data: { a: '9' } }, '?dryRun=All');
    await api.get(api.in(MAPS, 'one'));
  });
  add('another dryRun is 422', api => mergeIntoMap(api, {}, '?dryRun=Some'));
  add('force is for apply only', api => mergeIntoMap(api, {}, '?force=true'));
  add('force that is false is for apply only', api => mergeIntoMap(api, {}, '?force=false'));
  add('a field manager of 129 letters is 422', api =>
    mergeIntoMap(api, {}, `?fieldManager=${'m'.repeat(129)}`),
  );
  add('a field manager of 128 letters', api =>
    mergeIntoMap(api, { data: { c: '3' } }, `?fieldManager=${'m'.repeat(128)}`),
  );
  add('a field manager that cannot be printed is 422', api => mergeIntoMap(api, {}, '?fieldManager=a%0Ab'));
  add('several wrong parameters are told at once', api =>
    mergeIntoMap(api, {}, '?dryRun=Some&fieldValidation=Loose&force=true'),
  );
  add('pretty answers have lines', api => mergeIntoMap(api, { data: { c: '3' } }, '?pretty=true'));
}

function addContentTypes(add: Add) {
  const types = [
    'application/json',
    'text/plain',
    'application/merge-patch+yaml',
    'application/apply-patch+json',
  ];
  for (const contentType of types) {
    add(`${contentType} is 415`, async api => {
      await mergeIntoMap(api, {});
      await api.patch('merge', api.in(MAPS, 'one'), { data: {} }, { contentType });
      await api.quietly('POST', api.in(THINGS), thing('one'));
      await api.patch('merge', api.in(THINGS, 'one'), { spec: {} }, { contentType });
    });
  }
  add('a media type with a parameter', async api => {
    await mergeIntoMap(api, {});
    await api.patch(
      'merge',
      api.in(MAPS, 'one'),
      { data: { c: '3' } },
      {
        contentType: 'application/merge-patch+json; charset=utf-8',
      },
    );
  });
  add('a wrong media type for what is not there', async api => {
    await api.patch('merge', api.in(MAPS, 'none'), {}, { contentType: 'application/json' });
  });
  add('no media type', async api => {
    await mergeIntoMap(api, {});
    await api.request('PATCH', api.in(MAPS, 'one'), '{}', { contentType: '' });
  });
}

export const patchOptions = contractSuite(
  'patchOptions',
  add => {
    addParameters(add);
    addContentTypes(add);
  },
  { prepare: defineThings },
);
