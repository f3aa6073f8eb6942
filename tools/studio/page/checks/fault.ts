import type { Fault, LintFinding, Refusal } from '../calls/api.ts'
import { byId, make } from '../parts/dom.ts'
import { type OpenFile, placeButton } from './place-button.ts'

/** Why there is no new rendering. */
export interface Trouble {
  fault: Fault | Refusal | undefined
  /** Lint findings, to locate mistakes that only show when a receipt is rendered. */
  findings: readonly LintFinding[]
  /** Whether an older rendering is visible. */
  hasOlder: boolean
}

/** Shows above the last good rendering why there is no new one. */
export function showFault(
  { fault, findings, hasOlder }: Trouble,
  pickField: (path: string) => void,
  openFile: OpenFile,
): void {
  const box = byId('fault')
  box.hidden = !fault
  byId('panes').classList.toggle('old', fault !== undefined)
  const older = hasOlder ? [make('p.hint', {}, 'Below is the last rendering that worked.')] : []
  if (!fault) box.replaceChildren()
  else if (fault.kind === 'refusal') box.replaceChildren(...refusalParts(fault, pickField), ...older)
  else box.replaceChildren(...faultParts(located(fault, findings), openFile), ...older)
}

/** Lint rules about fields that cannot be printed. */
const aboutFields = ['unknown-field', 'maybe-absent', 'not-text']

/** An error while rendering names the field but not its place; the lint knows where it is printed. */
function located(fault: Fault, findings: readonly LintFinding[]): Fault & { advice?: string } {
  const [, field] = /^\{\{(.+?)\}\}/.exec(fault.message) ?? []
  if (fault.place || !field) return fault
  const likely = findings.find(({ rule, frame }) => aboutFields.includes(rule) && markedLine(frame).includes(field))
  return likely ? { ...fault, place: likely, frame: likely.frame, advice: likely.advice } : fault
}

function markedLine(frame: string): string {
  return frame.split('\n').find(line => line.startsWith('>')) ?? ''
}

function faultParts({ message, place, frame, advice }: Fault & { advice?: string }, openFile: OpenFile): HTMLElement[] {
  return [
    ...(place ? [placeButton(place, openFile)] : []),
    make('p.message', {}, message),
    ...(frame ? [make('pre.frame', {}, ...frame.split('\n').map(frameLine))] : []),
    ...(advice ? [make('p.hint', {}, advice)] : []),
  ]
}

function frameLine(line: string): HTMLElement {
  return make(line.startsWith('>') ? 'span.line.here' : 'span.line', {}, `${line}\n`)
}

function refusalParts({ errors }: Refusal, pickField: (path: string) => void): HTMLElement[] {
  const entries = Object.entries(errors)
  const rows = entries.slice(0, 8).map(([path, messages]) => {
    const button = make('button.path', { type: 'button' }, path)
    button.addEventListener('click', () => pickField(path))
    return make('li', {}, button, ` ${messages.join('; ')}`)
  })
  const count =
    entries.length === 1
      ? 'One field of the receipt is not valid'
      : `${entries.length} fields of the receipt are not valid`
  return [
    make('p.message', {}, count),
    make('ul', {}, ...rows, ...(entries.length > 8 ? [make('li', {}, `and ${entries.length - 8} more`)] : [])),
  ]
}
