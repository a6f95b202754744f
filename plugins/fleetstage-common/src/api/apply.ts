/** Settings of server-side apply. */
export interface ServerSideApplyConfig {
  /** Take fields over from other field managers instead of failing. */
  readonly force?: boolean;
}

/**
 * How resources are applied on a member cluster.
 * @cel !has(self.serverSideApplyConfig) || (has(self.type) && self.type == 'ServerSideApply')
 * @message applyStrategy.serverSideApplyConfig belongs to type ServerSideApply; remove it or change the type
 */
export interface ApplyStrategy {
  /**
   * Which fields are compared to find differences: the ones that the hub sets, or all.
   * @default "PartialComparison"
   */
  readonly comparisonOption?: 'PartialComparison' | 'FullComparison';
  /**
   * Apply always, or only while nobody has changed the resource on the member cluster.
   * @default "Always"
   */
  readonly whenToApply?: 'Always' | 'IfNotDrifted';
  /**
   * How resources are written; ReportDiff writes nothing and reports the differences.
   * @default "ClientSideApply"
   */
  readonly type?: 'ClientSideApply' | 'ServerSideApply' | 'ReportDiff';
  /** Leave other owners of a resource in place instead of refusing to share it. */
  readonly allowCoOwnership?: boolean;
  /** Settings of server-side apply. */
  readonly serverSideApplyConfig?: ServerSideApplyConfig;
  /**
   * What happens to resources that exist on the member cluster already: take them over always, only if they are
   * alike, or never.
   * @default "Always"
   */
  readonly whenToTakeOver?: 'Always' | 'IfNoDiff' | 'Never';
}
