import { wordJoiner } from '../../locale/format/one-piece.ts'

/**
 * A plain text while it is written, tidied some hundred lines at a time: in one go, a long text would have to be copied whole, which
 * takes as long as writing it.
 */
export interface TidyLines {
  /** Letters above which what was written is taken. */
  most: number
  /** Takes the lines of a text except the last that isn't empty; returns that one, which may go on, and what follows. */
  take(written: string): string
  /** Takes the rest. Gives all lines, without trailing spaces, repeated empty lines and word joiners (text wraps at spaces only). */
  end(rest: string): string
}

/** Opens a text. */
export function openTidyLines(): TidyLines {
  let tidied = ''
  let afterEmpty = true

  const lines: TidyLines = {
    most: least,
    take(written) {
      const rest = written.slice(written.trimEnd().lastIndexOf('\n') + 1)
      if (rest.length < written.length) add(written.slice(0, -rest.length))
      lines.most = least + 2 * rest.length
      return rest
    },
    end(rest) {
      add(`${rest.trimEnd()}\n`)
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
const least = 8192

/** A line that ends in a space or joiner, or is empty before another or at the top; hardly any mail has one. */
const untidy = /\n(?<=^\n|[^\S\n]\n|\u2060\n|\n\n\n)/
