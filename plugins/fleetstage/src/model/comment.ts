/** Characters that the backend takes of a comment or a reason. */
export const COMMENT_LIMIT = 2000;
/** From here on it is said how many there are. */
const NEAR_LIMIT = 1800;

export interface CommentLength {
  /** Characters as people count them, without what surrounds the text. */
  readonly count: number;
  /** Characters that are too many. */
  readonly over: number;
  readonly isNear: boolean;
}

export function measureComment(text: string): CommentLength {
  const count = [...text.trim()].length;
  return { count, over: Math.max(0, count - COMMENT_LIMIT), isNear: count >= NEAR_LIMIT };
}

export const isTooLong = (text: string) => measureComment(text).over > 0;
