/** Which members this replica owns: it alone works on their keys, and connects to them on its own account. */
export interface MemberScope {
  /** Of these shards; absent: of all. */
  shards(): readonly number[] | undefined;
  owns(member: string): boolean;
  /** Always all of them: nobody need ask of one. */
  readonly ownsAll?: true;
}

/** Beside SQLite there is no second replica. */
export const ALL_MEMBERS: MemberScope = { shards: () => undefined, owns: () => true, ownsAll: true };
