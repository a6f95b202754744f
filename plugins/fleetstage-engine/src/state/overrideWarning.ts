/** What overrides that concern a placement do beside each other, which none of them shows alone: a condition of the placement. */
export interface OverrideWarning {
  readonly reason: 'FleetstageTooManyOverrides' | 'FleetstageOverridesOverlap';
  readonly message: string;
}
