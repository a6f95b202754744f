import { randomBytes } from 'node:crypto';

export const createToken = () => randomBytes(32).toString('base64url');
