/**
 * A text for a terminal, which obeys control characters: those of C0 and C1, with escape sequences, and marks that turn writing around or hide
 * are shown as `\u001b`. Of JSON, the meaning stays. Line ends and tabs stay.
 */
export function printable(text: string): string {
  return text.replace(obeyed, escaped)
}

/** The same for what must stay in one line, such as a file's name. */
export function printableLine(text: string): string {
  return printable(text).replace(/[\t\n]/g, escaped)
}

/** Control characters but for tab and line feed, and of Unicode's format characters those that move, turn or hide text. */
const obeyed =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Surrogate}/gu

function escaped(characters: string): string {
  return characters.replace(/[\s\S]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
