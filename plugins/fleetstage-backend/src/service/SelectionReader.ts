import type {
  ResourceIdentifier,
  ResourceSelectorTerm,
  Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Selection } from '@fleetstage/backstage-plugin-fleetstage-engine';

export interface SelectionRequest {
  /** Of the placement, for messages. */
  readonly name: string;
  /** Of a ResourcePlacement. */
  readonly namespace?: string;
  readonly selectors: readonly ResourceSelectorTerm[];
  /** The objects of the latest snapshot; empty where there is none. */
  readonly held?: readonly ResourceIdentifier[];
}

/** The port by which queries read what selectors find on the hub; an error is the author's to fix. */
export type SelectionReader = (request: SelectionRequest) => Promise<Result<Selection>>;
