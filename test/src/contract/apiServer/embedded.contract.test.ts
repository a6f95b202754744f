import { playContract } from './playContract';

playContract('embedded');
