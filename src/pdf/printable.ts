/**
 * Takes from a page what Chromium fails to print, or never ends.
 *
 * @param html a complete page
 * @returns the same page if it has nothing of it, as those of the package; and rules for its head, or nothing
 */
export function printable(html: string): { html: string; rules: string } {
  return {
    html: /aria-owns/i.test(html) ? html.replace(/<[a-z][^<>]*>/gi, withoutOwned) : html,
    rules: endlessLists(html),
  }
}

/**
 * Where elements own each other or share what they own, Chromium can't make the tags, and so no PDF. What is owned is read where it
 * is written instead, as it is printed.
 */
function withoutOwned(tag: string): string {
  return tag.replace(/\saria-owns(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/gi, '')
}

/**
 * Chromium never ends the print of a list item that has nothing but an inline element with a block without height:
 * `<li><b><div></div></b></li>`, which `<a><li><div></div></a>` becomes, too. This height is a 64th of a pixel. What a style makes
 * a list item can be any element.
 */
function endlessLists(html: string): string {
  if (/list-item|<summary\b/i.test(html)) return 'body *{min-height:.02px}'
  return /<li\b/i.test(html) ? 'li *{min-height:.02px}' : ''
}
