import { createBackendModule } from '@backstage/backend-plugin-api';
import type { GatePlugin } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { gateKindsExtensionPoint } from '@fleetstage/backstage-plugin-fleetstage-node';

/** On a run: why it may begin its stages in a freeze. */
const URGENT = 'example.com/urgent';
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MINUTE_MS = 60_000;
const WEEK = 7 * 24 * 60;
const A_MONDAY_MS = Date.UTC(1970, 0, 5);

/** Minutes since Monday 00:00 UTC. */
interface Window {
  readonly from: number;
  readonly to: number;
}

/** `Friday 16:00` in UTC. */
function parseMoment(text: unknown): number | undefined {
  const [, day, hour, minute] = /^([A-Z][a-z]+) (\d\d):(\d\d)$/.exec(String(text)) ?? [];
  const index = DAYS.indexOf(day);
  if (index < 0 || Number(hour) > 23 || Number(minute) > 59) return undefined;
  return (index * 24 + Number(hour)) * 60 + Number(minute);
}

const formatMoment = (at: number) =>
  `${DAYS[Math.floor(at / 1440)]} ${new Date(at * MINUTE_MS).toISOString().slice(11, 16)}`;

const isIn = ({ from, to }: Window, at: number) =>
  from < to ? from <= at && at < to : at >= from || at < to;

/** No stage begins in a window, unless the run is marked as urgent. */
export const changeFreeze: GatePlugin<readonly Window[]> = {
  name: 'ChangeFreeze',
  title: 'Change freeze',
  sides: ['before'],

  readConfig(config) {
    const { windows } = (config ?? {}) as { windows?: unknown };
    if (!Array.isArray(windows) || windows.length === 0)
      return { ok: false, error: 'windows must list when no stage may begin' };
    const parsed = windows.map(one => ({ from: parseMoment(one?.from), to: parseMoment(one?.to) }));
    const wrong = parsed.findIndex(({ from, to }) => from === undefined || to === undefined || from === to);
    return wrong < 0
      ? { ok: true, value: parsed as Window[] }
      : {
          ok: false,
          error: `windows[${wrong}] needs two moments, from and to, such as "Friday 16:00" (UTC)`,
        };
  },

  preview: windows =>
    `closed ${windows.map(({ from, to }) => `${formatMoment(from)} to ${formatMoment(to)}`).join(', ')} UTC`,

  decide(windows, { now, run }) {
    const minute = Math.floor((now - A_MONDAY_MS) / MINUTE_MS);
    const at = minute % WEEK;
    const window = windows.find(one => isIn(one, at));
    if (window === undefined || run.annotations[URGENT]) return { kind: 'open' };
    const left = (window.to - at + WEEK) % WEEK;
    return {
      kind: 'waiting',
      message: `no stage begins before ${formatMoment(window.to)} UTC; the annotation ${URGENT} of the run lifts that`,
      until: A_MONDAY_MS + (minute + left) * MINUTE_MS,
      actor: 'operator',
    };
  },
};

export default createBackendModule({
  pluginId: 'fleetstage',
  moduleId: 'change-freeze',
  register(env) {
    env.registerInit({
      deps: { gates: gateKindsExtensionPoint },
      async init({ gates }) {
        gates.addGateKind(changeFreeze);
      },
    });
  },
});
