import { readdirSync } from 'node:fs';
import { badPlacements } from '../crds/badPlacements.testing';
import { badPolicies } from '../crds/badPolicies.testing';
import { badStagesRunsAndMembers } from '../crds/badStages.testing';
import { goodInputs } from '../crds/goodInputs.testing';
import { repoPath } from '../crds/repoPath';
import { badUpdates, goodUpdates } from '../crds/updates.testing';
import type { RecordSession } from './recordSession';

interface Row {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

/** `ClusterStagedUpdateStrategy` → `clusterstagedupdatestrategies`; our kinds need no more grammar. */
const pluralOf = (kind: string) => `${kind.toLowerCase()}s`.replace(/ys$/, 'ies');

const pathOf = ({ apiVersion, kind }: Row) => `/apis/${apiVersion}/${pluralOf(kind)}`;

/** Every good and bad input of the definitions, as a client sends them: checked, defaulted, not stored. */
export async function playRefusals({ kubectl, send }: RecordSession): Promise<void> {
  const folder = repoPath('crds');
  const files = readdirSync(folder).filter(name => name.endsWith('.yaml'));
  await kubectl('hub', ['apply', '--server-side', ...files.flatMap(name => ['-f', `${folder}/${name}`])]);
  await kubectl('hub', [
    ...['wait', '--for=condition=Established', '--timeout=60s'],
    ...files.flatMap(name => ['-f', `${folder}/${name}`]),
  ]);
  for (const { object } of [...goodInputs, ...badPlacements, ...badPolicies, ...badStagesRunsAndMembers]) {
    const row = object as Row;
    const path = `${pathOf(row)}?dryRun=All&fieldValidation=Strict&fieldManager=recorder`;
    await send('hub', { method: 'POST', path, body: row });
  }
  for (const { before, after } of [...goodUpdates, ...badUpdates]) {
    const row = before as Row;
    await send('hub', { method: 'POST', path: `${pathOf(row)}?fieldManager=recorder`, body: row });
    const { metadata: _, ...patch } = after as Row;
    const path = `${pathOf(row)}/${row.metadata.name}?dryRun=All&fieldManager=recorder`;
    await send('hub', { method: 'PATCH', path, body: patch, contentType: 'application/merge-patch+json' });
  }
}
