/** Something that pages show, and that a transaction has changed: who shows it reads it again. */
export interface Subject {
  readonly hub: string;
  readonly kind:
    'run' | 'placement' | 'cluster' | 'strategy' | 'override' | 'approval' | 'sequence' | 'version-rollout';
  readonly name: string;
}
