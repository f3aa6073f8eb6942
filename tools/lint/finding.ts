import { codeFrame } from '../../src/document/language/parse.ts'

/** Something in a template folder that is wrong, or will be regretted. */
export interface Finding {
  /** A stable name such as `unknown-field`. */
  rule: string
  /** An error means wrong receipts, or none; a warning, receipts that could be better. */
  severity: 'error' | 'warning'
  /** Path within the template folder, with `/` separators. */
  file: string
  /** Both count from 1. */
  line: number
  column: number
  message: string
  /** What to do about it. */
  advice: string
  /** The line and its neighbours. */
  frame: string
}

/** Where something is in a file; both count from 1. */
interface SourcePosition {
  line: number
  column: number
}

/** Makes findings of a file. */
export function findingsIn(file: string, source: string) {
  return (place: SourcePosition, about: Pick<Finding, 'rule' | 'severity' | 'message' | 'advice'>) => ({
    ...about,
    file,
    line: place.line,
    column: place.column,
    frame: codeFrame(source, place.line),
  })
}

/** Reports what a rule found; file and frame are filled in. */
export type Report = (at: SourcePosition, about: Pick<Finding, 'rule' | 'severity' | 'message' | 'advice'>) => void

/** A `Report` that adds to `findings`. */
export function reportInto(findings: Finding[], file: string, source: string): Report {
  const finding = findingsIn(file, source)
  return (at, about) => findings.push(finding(at, about))
}
