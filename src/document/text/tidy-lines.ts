import { wordJoiner } from '../../locale/format/one-piece.ts'

/** A plain text while it is written, as a template knows it. */
export interface TakenLines {
  /**
   * UTF-16 code units above which a template hands over what it has written. Grows with a long rest, so that a text without line
   * breaks isn't searched again and again.
   */
  maxLength: number
  /**
   * Takes all lines before the last that isn't blank. Returns that line, which may go on, and the blank ones after it, which may be
   * the end of the text: to take them away later would copy all of it.
   */
  take(written: string): string
}

/**
 * Opens a plain text that is tidied about a hundred lines at a time while it is written: doing it in one go would copy a long text whole,
 * which takes as long as writing it.
 */
export function openTidyLines() {
  let tidied = ''
  let afterEmpty = true

  const lines = {
    maxLength: minLength,
    take(written: string): string {
      const rest = written.slice(written.trimEnd().lastIndexOf('\n') + 1)
      if (rest.length < written.length) add(written.slice(0, -rest.length))
      lines.maxLength = minLength + 2 * rest.length
      return rest
    },
    /** Takes the rest and returns the whole text, without trailing spaces, repeated empty lines and word joiners (text wraps at spaces only). */
    end(rest: string): string {
      // Trimmed here, where it is short; with a line break behind it, it would be copied once more.
      const last = rest.trimEnd()
      if (last !== '' && !last.endsWith(wordJoiner) && !untidy.test(last))
        return `${tidied + last.replaceAll(wordJoiner, '')}\n`
      add(`${last}\n`)
      return afterEmpty ? `${tidied.trimEnd()}\n` : tidied
    },
  }
  return lines

  /** Looks at the lines before it takes the joiners out, because each change of a long text copies it. */
  function add(whole: string): void {
    if (!untidy.test(whole)) {
      tidied += whole.replaceAll(wordJoiner, '')
      afterEmpty = whole.endsWith('\n\n')
      return
    }
    for (const line of whole.slice(0, -1).replaceAll(wordJoiner, '').split('\n')) {
      const kept = line.trimEnd()
      if (kept !== '' || !afterEmpty) tidied += `${kept}\n`
      afterEmpty = kept === ''
    }
  }
}

/** Fits a processor's cache; a usual receipt is shorter. */
const minLength = 8192

/** A line that ends in a space or joiner, or is empty before another or at the top; hardly any mail has one. */
const untidy = /\n(?<=^\n|[^\S\n]\n|\u2060\n|\n\n\n)/
