// Waits until something answers; says once what it still waits for.
import { setTimeout as delay } from 'node:timers/promises';
import { say } from '../toolchain.mjs';

/** A hub's problem is shown this soon, silence only later: starting takes its time on a small machine. */
const PATIENCE_MS = { problem: 3_000, noAnswerOfHub: 6_000, silence: 15_000 };

/** Resolves to true once every plugin is up and the whole hub is seen, to false when `isEnding()` says that it is over. */
export async function untilBackendIsReady(
  url,
  isEnding,
  { write = say, patienceMs: first = PATIENCE_MS } = {},
) {
  let writtenAt = Date.now();
  let written;
  let patienceMs = first;
  let hasAnswered = false;
  while (!isEnding()) {
    const health = await fetch(`${url}/api/fleetstage/health`, { signal: AbortSignal.timeout(2_000) })
      .then(answer => answer.json())
      .catch(() => undefined);
    if (isEnding()) return false;
    if (health?.isReady && (await isStarted(url))) return true;
    if (health?.hub && !hasAnswered) {
      hasAnswered = true;
      writtenAt = Date.now();
    }
    const isProblem = health?.hub?.isReachable === false || health?.problems?.length > 0;
    const waitMs = isProblem
      ? patienceMs.problem
      : health?.hub
        ? patienceMs.noAnswerOfHub
        : patienceMs.silence;
    if (Date.now() - writtenAt > waitMs) {
      writtenAt = Date.now();
      patienceMs = { ...first, problem: first.silence, noAnswerOfHub: first.silence };
      const words = waitingFor(health);
      // Said again, it would bury the log that it points to.
      if (words !== written) write(words);
      written = words;
    }
    await delay(250);
  }
  return false;
}

/** Whoever reads "ready" may end the backend: a plugin that still makes its tables would leave them locked. */
const isStarted = url =>
  fetch(`${url}/.backstage/health/v1/readiness`, { signal: AbortSignal.timeout(2_000) })
    .then(answer => answer.ok)
    .catch(() => false);

function waitingFor(health) {
  if (health?.isReady) return 'the hub is read; other plugins of the backend are still starting';
  if (health?.hub === undefined)
    return 'waiting for the backend to answer, which takes a minute or two on a slow machine; its log is here too';
  if (health.problems.length > 0) return `the engine does not start: ${health.problems.join('; ')}`;
  const why = health.hub.isReachable
    ? 'it has not answered yet; look at the address in its kubeconfig and at the network if this goes on'
    : 'the log above says why. It is tried again; look at fleetstage.hubs in your config (kubeconfig, context) and at the network';
  return `the hub is not read yet: ${why}`;
}

/** True once the address answers with a page. */
export async function untilAnswers(url, isEnding) {
  while (!isEnding()) {
    const isThere = await fetch(url, { signal: AbortSignal.timeout(2_000) })
      .then(answer => answer.ok)
      .catch(() => false);
    if (isThere) return true;
    await delay(250);
  }
  return false;
}
