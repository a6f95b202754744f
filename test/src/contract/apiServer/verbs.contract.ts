import { configMap } from './objects';
import { contractSuite } from './suite';

const MAPS = 'v1/configmaps';

export const verbs = contractSuite('verbs', add => {
  add('create answers 201 with the whole object', async api => {
    await api.post(api.in(MAPS), configMap('one', { a: '1' }));
  });
  add('create of a name that exists is 409 AlreadyExists', async api => {
    await api.post(api.in(MAPS), configMap('one'));
    await api.post(api.in(MAPS), configMap('one', { a: '2' }));
  });
});
