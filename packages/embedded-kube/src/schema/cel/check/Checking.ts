import type { ASTNode } from '@marcbachmann/cel-js';
import type { CelType } from './types';

/** Types of the variables that an expression may name. */
export type Scope = ReadonlyMap<string, CelType>;

/** What macros need of the check that they are a part of. */
export interface Checking {
  /** The whole expression, in which positions count. */
  readonly text: string;
  check(node: ASTNode, scope: Scope): CelType;
  /** Notes what is wrong there. @returns the type of what is wrong */
  fail(position: number, why: string): CelType;
  expect(node: ASTNode, found: CelType, wanted: CelType): void;
  call(name: string, args: readonly CelType[], at: { position: number; isMember?: boolean }): CelType;
}
