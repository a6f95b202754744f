/** A what-if as the screens show it: today's decision beside the decision after the change. Writable, as all views are. */
export interface WhatIfView {
  today: WhatIfSideView;
  then: WhatIfSideView;
  counts: { stays: number; gains: number; loses: number; without: number };
  /** Losses, gains, then the rest; by name. */
  items: WhatIfClusterView[];
  /** Clusters of the fleet, with those that the change adds or takes away. */
  total: number;
  /** Why nobody gains or loses; there where that is so. */
  nothingChanges?: string;
  rollout: WhatIfRolloutView;
  run?: WhatIfRunView;
}

export interface WhatIfSideView {
  found: number;
  wanted?: number;
  isFulfilled: boolean;
  message: string;
  /** Clusters of the fleet. */
  total: number;
  causes: { cause: string; clusters: number }[];
}

export type WhatIfEffect = 'gains' | 'loses' | 'stays' | 'without';

export interface WhatIfClusterView {
  cluster: string;
  effect: WhatIfEffect;
  today?: WhatIfVerdictView;
  then?: WhatIfVerdictView;
  why: string;
  fleet?: 'added' | 'removed';
  isChanged?: boolean;
}

export interface WhatIfVerdictView {
  isPicked: boolean;
  cause: string;
  reason: string;
  score?: Record<string, number>;
  /** From 1, among those that passed every filter. */
  rank?: number;
  of?: number;
}

export interface WhatIfRolloutView {
  kind: 'none' | 'rolling' | 'runs' | 'nothingCaptured';
  message: string;
  begins: string[];
  waits: string[];
  leaves: string[];
  updates?: string[];
}

export interface WhatIfStageView {
  name: string;
  isRemoval?: boolean;
  today: number;
  then: number;
  slots?: number;
  gains: string[];
  loses: string[];
}

export interface WhatIfRunView {
  strategy: string;
  stages: WhatIfStageView[];
  problems: { message: string; isFatal: boolean }[];
}
