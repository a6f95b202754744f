/** What conditions say begins as part of another sentence: with a capital and a full stop it is one. */
export function asSentence(text: string): string {
  const end = /[.!?…]$/.test(text) ? '' : '.';
  return text.charAt(0).toUpperCase() + text.slice(1) + end;
}
