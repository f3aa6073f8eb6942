import { codeFrame } from '../../src/document/language/parse.ts'

/** Something in a template folder that is wrong, or that somebody will regret. */
export interface Finding {
  /** A stable name such as `unknown-field`. */
  rule: string
  /** An error makes receipts that are wrong or not at all; a warning, receipts that are worse than they could be. */
  severity: 'error' | 'warning'
  /** Path within the template folder, with `/`. */
  file: string
  /** Both count from 1. */
  line: number
  column: number
  /** What is wrong. */
  message: string
  /** What to do about it. */
  advice: string
  /** The line and its neighbours. */
  frame: string
}

/** Makes the findings of one file. */
export function findingsIn(file: string, source: string) {
  return (
    place: { line: number; column: number },
    about: Pick<Finding, 'rule' | 'severity' | 'message' | 'advice'>,
  ) => ({
    ...about,
    file,
    line: place.line,
    column: place.column,
    frame: codeFrame(source, place.line),
  })
}
