import { playContract } from './playContract';

playContract('real', { part: 1, of: 2 });
