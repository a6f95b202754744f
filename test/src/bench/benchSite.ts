import type { BenchHub } from './benchHub';
import type { FloorPlace } from './floorPlace';

/** Programs whose processor time and memory are reported, beside the engine. */
export interface SitePrograms {
  readonly what: string;
  /** Of those that the engine works with. */
  readonly pids: readonly number[];
  /** Of those that the floor is played on. */
  readonly floorPids: readonly number[];
}

/** The clusters of a benchmark and where its floor is played. */
export interface BenchSite {
  /** For people, as in "a real hub and 100 stub members". */
  readonly title: string;
  readonly hub: BenchHub;
  readonly memberNames: readonly string[];
  /** A kubeconfig with a context for the hub and for each member. */
  readonly kubeconfig: string;
  readonly floor: FloorPlace;
  readonly programs: readonly SitePrograms[];
  stop(): Promise<void>;
}
