import { eventually } from '../../eventually';
import type { Api } from './Api';
import { define, groupOf } from './customKinds';
import { described, documentOf, waitFor } from './openApi.contract';
import { contractSuite } from './suite';

/** kubectl asks for what a real server gathers a moment later, and keeps the answer. */
const untilExplained = (api: Api) =>
  eventually('kubectl knows the kind', async () => {
    const { exitCode, stderr } = await api.kubectlQuietly(['explain', `widgets.${groupOf(api)}`]);
    if (exitCode !== 0) throw new Error(stderr);
  });

/** Kinds and fields as kubectl explains them. */
export const explain = contractSuite(
  'explain',
  add => {
    add('a built-in kind', async api => {
      await api.kubectl(['explain', 'configmaps']);
    });

    add('a field of a built-in kind', async api => {
      await api.kubectl(['explain', 'deployment.spec.strategy']);
      await api.kubectl(['explain', 'pods.spec.containers.resources']);
      await api.kubectl(['explain', 'pod.spec.restartPolicy']);
    });

    add('all fields of a kind, however deep', async api => {
      await api.kubectl(['explain', 'poddisruptionbudgets', '--recursive']);
      await api.kubectl(['explain', 'deployment.spec.strategy', '--recursive']);
    });

    add('a kind by its short name, its group and its version', async api => {
      await api.kubectl(['explain', 'pdb.spec.selector']);
      await api.kubectl(['explain', 'events.events.k8s.io.series']);
      await api.kubectl(['explain', 'priorityclasses', '--api-version=scheduling.k8s.io/v1']);
    });

    add('a field that is not there', async api => {
      await api.kubectl(['explain', 'pods.spec.nope']);
      await api.kubectl(['explain', 'configmaps.data.some.deep']);
    });

    add('a kind that is not there', async api => {
      await api.kubectl(['explain', 'gadgets']);
      await api.kubectl(['explain', 'pods', '--api-version=apps/v1']);
    });

    add('a kind of a definition', async api => {
      await define(api, described(api));
      await waitFor(api, documentOf(api));
      await untilExplained(api);
      await api.kubectl(['explain', `widgets.${groupOf(api)}`]);
      await api.kubectl(['explain', `widgets.${groupOf(api)}.spec`]);
      await api.kubectl(['explain', `widgets.${groupOf(api)}.spec.parts.value`]);
      await api.kubectl(['explain', `widgets.${groupOf(api)}.spec`, '--recursive']);
      await api.kubectl(['explain', `widgets.${groupOf(api)}.spec.nope`]);
    });

    add('in the older form', async api => {
      await api.kubectl(['explain', 'configmaps', '--output=plaintext-openapiv2']);
    });

    add('the resources of a group', async api => {
      await api.kubectl(['api-resources', '--api-group=apps']);
      await api.kubectl(['api-resources', '--api-group=policy', '--output=wide']);
      await api.kubectl(['api-resources', '--api-group=rbac.authorization.k8s.io', '--namespaced=false']);
      await api.kubectl(['api-resources', '--api-group=storage.k8s.io', '--output=name', '--sort-by=kind']);
      await api.kubectl(['api-resources', '--api-group=batch', '--verbs=list,get', '--no-headers']);
    });

    add('the resources of the group of a definition', async api => {
      await define(api, described(api));
      await api.kubectl(['api-resources', `--api-group=${groupOf(api)}`, '--output=wide']);
    });
  },
  { usesKubectl: true },
);
