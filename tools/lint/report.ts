import { type Finding, findingsIn } from './finding.ts'
import type { Place } from './markup/html-pieces.ts'

/** Reports what a rule found; file and frame are filled in. */
export type Report = (at: Place, about: Pick<Finding, 'rule' | 'severity' | 'message' | 'advice'>) => void

/** A `Report` that adds to `findings`. */
export function reportInto(findings: Finding[], file: string, source: string): Report {
  const finding = findingsIn(file, source)
  return (at, about) => findings.push(finding(at, about))
}
