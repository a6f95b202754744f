import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createValidatedOpenApiRouterFromGeneratedEndpointMap } from '@backstage/backend-openapi-utils';
import express from 'express';
import request from 'supertest';
import { parse } from 'yaml';
import { openapi } from './generated/openapi';

describe('the REST contract', () => {
  it('is what the router validates with', () => {
    expect(openapi).toEqual(parse(readFileSync(resolve(__dirname, 'openapi.yaml'), 'utf8')));
  });

  it('is valid OpenAPI', async () => {
    const app = express().use(createValidatedOpenApiRouterFromGeneratedEndpointMap(openapi) as never);
    // The validator says it with its first request.
    const { status, body } = await request(app).get('/no-such-path');
    expect({ status, body }).toEqual({ status: 404, body: {} });
    const broken = { ...openapi, paths: { '/health': { get: { responses: 'none' } } } };
    const other = express().use(
      createValidatedOpenApiRouterFromGeneratedEndpointMap(broken as never) as never,
    );
    expect((await request(other).get('/no-such-path')).status).toBe(500);
  });

  it('is what the types of the client were generated from', () => {
    const script = resolve(__dirname, '../../../../scripts/openapi.mjs');
    expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
  }, 30_000);
});
