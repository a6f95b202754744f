import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { repoPath } from '../crds/repoPath';
import type { Exchange } from './exchange';

export const stories = ['engine', 'kubectl', 'refusals'] as const;
export type Story = (typeof stories)[number];

const fileOf = (story: Story) => repoPath(`test/fixtures/embedded/${story}.ndjson.gz`);

export const hasRecording = (story: Story) => existsSync(fileOf(story));

export const loadRecording = (story: Story): readonly Exchange[] =>
  gunzipSync(readFileSync(fileOf(story)))
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as Exchange);

export function saveRecording(story: Story, exchanges: readonly Exchange[]): void {
  const text = exchanges.map(exchange => `${JSON.stringify(exchange)}\n`).join('');
  writeFileSync(fileOf(story), gzipSync(text, { level: 9 }));
}
