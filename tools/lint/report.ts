import { type Finding, findingsIn } from './finding.ts'
import type { Place } from './markup/html-pieces.ts'

/** Takes what a rule found in a file; the file and the frame are known. */
export type Report = (at: Place, about: Pick<Finding, 'rule' | 'severity' | 'message' | 'advice'>) => void

/** Puts what the rules find in a file into `findings`. */
export function reportInto(findings: Finding[], file: string, source: string): Report {
  const finding = findingsIn(file, source)
  return (at, about) => findings.push(finding(at, about))
}
