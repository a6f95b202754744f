import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { aPlacement } from '../../../__testUtils__/aPlacement';
import { renderWithFleet, type Answers, type Asked } from '../../../__testUtils__/renderWithFleet';
import { Route, Routes } from '../../../routing';
import { EditPlacementPage, NewPlacementPage } from '../Page';

const stamp = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
export const YES = { isAllowed: true };

export const manifest = {
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ClusterResourcePlacement',
  metadata: { name: 'web', uid: 'u', labels: { team: 'blue' } },
  spec: {
    resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'web' }],
    policy: {
      placementType: 'PickN',
      numberOfClusters: 2,
      tolerations: [{ key: 'gpu', operator: 'Exists' }],
    },
    futureField: { kept: true },
  },
};

const placement = (more: Partial<Schemas['Placement']> = {}) =>
  aPlacement({
    resourceVersion: '7',
    generation: 3,
    manifest,
    total: 4,
    ...more,
  });

const side = (found: number) => ({ found, wanted: 3, isFulfilled: true, message: '', total: 4, causes: [] });
export const whatIf: Schemas['WhatIf'] = {
  ...stamp,
  today: side(2),
  then: side(3),
  counts: { stays: 2, gains: 1, loses: 0, without: 1 },
  items: [{ cluster: 'weu-3', effect: 'gains', why: 'Rank 3 of 3.' }],
  total: 4,
  rollout: {
    kind: 'rolling',
    message: 'Rollout to 1 cluster starts immediately.',
    begins: ['weu-3'],
    waits: [],
    leaves: [],
  },
};
const selected = {
  ...stamp,
  objects: 14,
  bytes: 217_000,
  resources: [],
  excluded: [],
  excludedCount: 0,
  warnings: [],
  problems: [],
};

/** A change through Fleetstage; by default from before the placement was asked for. */
export const change = (more: Partial<Schemas['TimelineEvent']> = {}): Schemas['TimelineEvent'] => ({
  id: '1',
  at: '2026-11-20T11:16:00Z',
  event: 'placementUpdated',
  actor: { ref: 'user:default/maya' },
  ...more,
});

interface Played {
  readonly live?: () => unknown;
  readonly causes?: readonly Schemas['RefusalCause'][];
  readonly lines?: readonly Schemas['TimelineEvent'][];
  readonly onPut?: (asked: Asked) => unknown;
  readonly preview?: unknown;
  readonly effect?: (asked: Asked) => unknown;
}

/** The placement as the hub answers with it. */
export const detail = (more: Partial<Schemas['Placement']> = {}) => ({
  ...stamp,
  placement: placement(more),
});

export const fail = (status: number, name: string, message: string, more: object = {}) => [
  status,
  { error: { name, message, ...more }, response: { statusCode: status } },
];

export const answers =
  ({
    live = detail,
    causes = [],
    lines = [change()],
    onPut = () => ({ resourceVersion: '8' }),
    preview = selected,
    effect = () => whatIf,
  }: Played = {}): Answers =>
  asked => {
    const { path, method } = asked;
    if (path === '/placements' && method === 'GET') return { ...stamp, items: [], total: 0, mayCreate: YES };
    if (path === '/placements' && method === 'POST') return [201, { scope: '_', name: 'fresh' }];
    if (path === '/placements/validate') return { causes };
    if (path.endsWith('/what-if')) return effect(asked);
    if (path === '/selection/preview') return preview;
    if (path === '/placements/_/web/timeline') return { ...stamp, items: lines, total: lines.length };
    if (path === '/placements/_/web') return method === 'PUT' ? onPut(asked) : live();
    return fail(404, 'NotFoundError', `Nothing at ${path}`);
  };

interface Shown extends NonNullable<Parameters<typeof renderWithFleet>[2]> {
  /** What other addresses show. */
  readonly elsewhere?: ReactNode;
}

export const show = (at: string, played?: Played, { elsewhere, ...options }: Shown = {}) =>
  renderWithFleet(
    <Routes>
      <Route path="new" element={<NewPlacementPage />} />
      <Route path=":scope/:name/edit" element={<EditPlacementPage />} />
      <Route path="*" element={elsewhere ?? <h1>Elsewhere</h1>} />
    </Routes>,
    answers(played),
    { at, ...options },
  );

/** By its label: names of roles are computed for the whole form, which takes seconds on a busy machine. */
export const field = (name: string) => screen.findByLabelText(name, { selector: 'input, textarea' });
/** At once, as the form is drawn anew for each key. */
export const paste = async (input: HTMLElement, text: string) => {
  await userEvent.click(input);
  await userEvent.paste(text);
};
export const retype = async (name: string, text: string) => {
  const input = await field(name);
  await userEvent.clear(input);
  await paste(input, text);
};
