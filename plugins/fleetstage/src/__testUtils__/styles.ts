/** No part of the document: jsdom does not match what lies here against each element that is asked for by its role. */
const leftOut = document.createElement('head');
let areKept = false;

/**
 * Leaves the styles of libraries out of the document: matching them is a quarter of the time of a test of a page. JSS writes
 * few, and fails without the sheet of its tag.
 */
export function leaveStylesOut(): void {
  const { head } = document;
  const insertBefore = head.insertBefore.bind(head);
  const isLeftOut = (node: Node) =>
    !areKept && node instanceof HTMLStyleElement && !node.hasAttribute('data-jss');
  head.insertBefore = (node, before) =>
    isLeftOut(node) ? leftOut.appendChild(node) : insertBefore(node, before);
  head.appendChild = node => head.insertBefore(node, null);
}

/** For tests that judge styles, or what styles hide: for those of the file, or of a describe that comes first in it. */
export function keepStyles(): void {
  beforeAll(() => {
    // Emotion hands a rule to its tag once, and a tag outside of the document loses it.
    if (leftOut.querySelector('[data-emotion]'))
      throw new Error('Styles are kept before anything is rendered');
    areKept = true;
    document.head.append(...leftOut.childNodes);
  });
  afterAll(() => {
    areKept = false;
    leftOut.append(...document.head.querySelectorAll('style:not([data-jss])'));
  });
}
