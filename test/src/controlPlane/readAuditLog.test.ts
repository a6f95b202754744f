import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAuditLog } from './readAuditLog';

describe('readAuditLog', () => {
  const folder = mkdtempSync(join(tmpdir(), 'audit-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('yields whole lines in order and leaves out one that is still being written', async () => {
    const path = join(folder, 'audit.log');
    writeFileSync(path, '{"auditID":"a"}\n{"auditID":"b"}\n{"auditID":');
    const ids: string[] = [];
    for await (const { auditID } of readAuditLog(path)) ids.push(auditID);
    expect(ids).toEqual(['a', 'b']);
  });
});
