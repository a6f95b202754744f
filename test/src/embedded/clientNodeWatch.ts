import * as k8s from '@kubernetes/client-node';
import { eventually } from '../eventually';
import { NAMESPACE, configMap, type ClientApis, type Story } from './clientNodeApis';

const PATH = `/api/v1/namespaces/${NAMESPACE}/configmaps`;
const WITHIN = { timeoutMs: 20_000, intervalMs: 20 };

const create = ({ core }: ClientApis, name: string) =>
  core.createNamespacedConfigMap({ namespace: NAMESPACE, body: configMap(name, {}, { watched: 'yes' }) });
const change = ({ core }: ClientApis, name: string) =>
  core.patchNamespacedConfigMap(
    { namespace: NAMESPACE, name, body: { data: { changed: 'yes' } } },
    k8s.setHeaderOptions('Content-Type', k8s.PatchStrategy.MergePatch),
  );
const remove = ({ core }: ClientApis, name: string) =>
  core.deleteNamespacedConfigMap({ namespace: NAMESPACE, name });

const until = (what: string, isSo: () => boolean) =>
  eventually(
    what,
    async () => {
      if (!isSo()) throw new Error('not yet');
    },
    WITHIN,
  );

async function watch(apis: ClientApis) {
  const seen: string[] = [];
  const { metadata } = await apis.core.listNamespacedConfigMap({ namespace: NAMESPACE });
  let ended: unknown = 'no';
  const request = await new k8s.Watch(apis.config).watch(
    PATH,
    { resourceVersion: metadata?.resourceVersion, labelSelector: 'watched=yes', allowWatchBookmarks: true },
    (phase, object: k8s.V1ConfigMap) => {
      if (phase !== 'BOOKMARK') seen.push(`${phase} ${object.metadata?.name}`);
    },
    error => {
      ended = error instanceof Error ? error.name : error;
    },
  );
  await create(apis, 'watched');
  await change(apis, 'watched');
  await remove(apis, 'watched');
  await until('three events', () => seen.length === 3);
  request.abort();
  await until('the end', () => ended !== 'no');
  return { seen, ended };
}

/** The client gives a quiet watch up after a while and asks again from the newest revision that it knows. */
async function informerResumes(apis: ClientApis) {
  const seen: string[] = [];
  let [connects, lists] = [0, 0];
  const impatient = Object.assign(new k8s.Watch(apis.config), { requestTimeoutMs: 300 });
  const listed = () => {
    lists += 1;
    return apis.core.listNamespacedConfigMap({ namespace: NAMESPACE, labelSelector: 'watched=yes' });
  };
  const informer = new k8s.ListWatch<k8s.V1ConfigMap>(PATH, impatient, listed, false, 'watched=yes');
  for (const verb of ['add', 'update', 'delete'] as const)
    informer.on(verb, object => void seen.push(`${verb} ${object.metadata?.name}`));
  informer.on('connect', () => void (connects += 1));
  await create(apis, 'first');
  await informer.start();
  await create(apis, 'second');
  await until('a second request', () => connects >= 3);
  await change(apis, 'second');
  await until('what came after it', () => seen.length === 3);
  await until('a third request', () => connects >= 5);
  await remove(apis, 'first');
  await until('what came at last', () => seen.length === 4);
  const left = informer.list(NAMESPACE).map(object => object.metadata?.name);
  await informer.stop();
  await remove(apis, 'second');
  return { seen, lists, left };
}

/** A process that slept: its informer goes on from the revision it knew, and misses nothing. */
async function informerSleeps(apis: ClientApis) {
  const seen: string[] = [];
  const errors: string[] = [];
  let lists = 0;
  const listed = () => {
    lists += 1;
    return apis.core.listNamespacedConfigMap({ namespace: NAMESPACE, labelSelector: 'watched=yes' });
  };
  const informer = k8s.makeInformer<k8s.V1ConfigMap>(apis.config, PATH, listed, 'watched=yes');
  for (const verb of ['add', 'update', 'delete'] as const)
    informer.on(verb, object => void seen.push(`${verb} ${object.metadata?.name}`));
  informer.on('error', error => void errors.push(error instanceof Error ? error.name : String(error)));
  await create(apis, 'known');
  await informer.start();
  await informer.stop();
  await remove(apis, 'known');
  await create(apis, 'missed');
  await informer.start();
  await until('what was missed', () => seen.length === 3);
  await informer.stop();
  await remove(apis, 'missed');
  return { seen, lists, errors };
}

export const watchStories: Readonly<Record<string, Story>> = { watch, informerResumes, informerSleeps };
