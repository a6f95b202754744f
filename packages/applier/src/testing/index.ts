export { eventually } from './eventually';
export { startStubApi, type StubApi, type StubApiOptions } from './stubApi';
export { StubCluster, statusOf, type Place, type StubAnswer, type StubClusterOptions } from './StubCluster';
export { denseValues, heapMiB } from './heap';
export { ManualTime } from './ManualTime';
