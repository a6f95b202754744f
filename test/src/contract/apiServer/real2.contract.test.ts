import { playContract } from './playContract';

playContract('real', { part: 2, of: 2 });
