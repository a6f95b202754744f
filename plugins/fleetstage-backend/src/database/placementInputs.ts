import type { Tx } from './db';
import type { PlacementRef } from './keys';
import { chunks } from './rows';

/** The fields of clusters that the policy of a placement reads. */
export interface PlacementInputs {
  /** Key of the placement. */
  readonly placement: string;
  readonly madeFor: string;
  readonly inputs: readonly string[];
}

/** Identifies a placement in one revision: recreated or edited, it has another identity. */
export const toVersion = ({ uid = '', generation = 0 }: { uid?: string; generation?: number }) =>
  `${uid}/${generation}`;

/** The longest is `property/` and a name of 317. */
const LONGEST_INPUT = 326;
/** What keys of labels, names of properties and namespaces are made of. */
const INPUT = /^[-A-Za-z0-9_./]+$/;

/**
 * Replaces what is known of these placements; without inputs they are woken by no cluster. A text of a policy that no label
 * and no property can have is left out: no cluster reports it, and PostgreSQL refuses NUL and long texts in a key.
 */
export async function savePlacementInputs(
  tx: Tx,
  hub: string,
  placements: readonly PlacementInputs[],
): Promise<void> {
  for (const part of chunks(placements)) {
    const names = part.map(({ placement }) => placement);
    await tx.sql('placement_inputs').where({ hub }).whereIn('placement', names).delete();
  }
  const rows = placements.flatMap(({ placement, madeFor, inputs }) =>
    [...new Set(inputs)].filter(isInput).map(input => ({ hub, input, placement, made_for: madeFor })),
  );
  for (const part of chunks(rows)) await tx.sql('placement_inputs').insert(part);
}

/** Adds to what is known of a placement; whether any of it was not known. */
export async function addPlacementInputs(
  tx: Tx,
  hub: string,
  { placement, madeFor, inputs }: PlacementInputs,
): Promise<boolean> {
  const known = new Set(await tx.sql('placement_inputs').where({ hub, placement }).pluck('input'));
  const rows = [...new Set(inputs)]
    .filter(input => isInput(input) && !known.has(input))
    .map(input => ({ hub, input, placement, made_for: madeFor }));
  for (const part of chunks(rows))
    await tx.sql('placement_inputs').insert(part).onConflict(['hub', 'input', 'placement']).ignore();
  return rows.length > 0;
}

const isInput = (input: string) => input.length <= LONGEST_INPUT && INPUT.test(input);

/** Forgets what placements read that are not among these: they went while nobody watched. */
export async function keepPlacementInputs(
  tx: Tx,
  hub: string,
  placements: ReadonlySet<string>,
): Promise<void> {
  const known = await tx.sql('placement_inputs').where({ hub }).distinct('placement').pluck('placement');
  for (const part of chunks(known.filter(name => !placements.has(name))))
    await tx.sql('placement_inputs').where({ hub }).whereIn('placement', part).delete();
}

/**
 * Says for which version of the placement a PickN or PickFixed has all it wants (A/SCH-116); `undefined`: it may still
 * pick. Call lockPlacement first.
 */
export async function saveSettled(
  tx: Tx,
  { hub, name }: PlacementRef,
  madeFor: string | undefined,
): Promise<void> {
  await tx
    .sql('placements')
    .where({ hub, name })
    .update({ settled_for: madeFor ?? null });
}

/** The placements that read one of these inputs and may still pick. A member may call its namespaces anything. */
export async function findReaders(tx: Tx, hub: string, inputs: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const part of chunks([...new Set(inputs)].filter(isInput))) {
    const names = await tx
      .sql('placement_inputs as read')
      .leftJoin('placements as placement', join =>
        join.on('placement.hub', 'read.hub').andOn('placement.name', 'read.placement'),
      )
      .where('read.hub', hub)
      .whereIn('read.input', part)
      .where(open =>
        open.whereNull('placement.settled_for').orWhereRaw('placement.settled_for <> read.made_for'),
      )
      .distinct('read.placement')
      .pluck('read.placement');
    names.forEach((name: string) => found.add(name));
  }
  return [...found];
}
