/** The same for whoever has to decide: a condition of the placement, not only a line beside its selectors. */
export interface CaptureWarning {
  readonly reason:
    'FleetstageConfigMapEnvelopesOff' | 'FleetstagePrivilegedKinds' | 'FleetstageKindNotWatched';
  readonly message: string;
}
