import type { LintFinding, ReceiptWarning } from '../calls/api.ts'
import { byId, make } from '../parts/dom.ts'
import { type OpenFile, placeButton } from './place-button.ts'

export interface Checks {
  showWarnings(warnings: readonly ReceiptWarning[]): void
  showFindings(findings: readonly LintFinding[]): void
  toggle(): void
}

/** The warnings about receipt and templates: counts in the status line, details in a list above it. */
export function createChecks(pickField: (path: string) => void, openFile: OpenFile): Checks {
  const list = byId('checks')
  const button = make('button.counts', {
    type: 'button',
    'aria-expanded': 'false',
    'aria-controls': 'checks',
    'aria-keyshortcuts': 'c',
  })
  let warnings: readonly ReceiptWarning[] = []
  let findings: readonly LintFinding[] = []

  function fill(): void {
    const isWrong = findings.some(({ severity }) => severity === 'error')
    button.replaceChildren(
      counted(warnings.length, 'warning', warnings.length ? 'some' : 'none'),
      counted(findings.length, 'lint finding', isWrong ? 'wrong' : findings.length ? 'some' : 'none'),
    )
    const rows = warnings.map(warning => warningRow(warning, pickField))
    list.replaceChildren(
      part('Receipt', rows, 'No warnings.'),
      part(
        'Templates',
        findings.map(finding => findingRow(finding, openFile)),
        'No findings.',
      ),
    )
  }

  function toggle(): void {
    list.hidden = !list.hidden
    button.setAttribute('aria-expanded', String(!list.hidden))
  }

  byId('status').append(button)
  button.addEventListener('click', toggle)
  fill()

  return {
    showWarnings(noticed) {
      warnings = noticed
      fill()
    },
    showFindings(found) {
      // "error" sorts before "warning"; the sort is stable.
      findings = found.toSorted((one, other) => one.severity.localeCompare(other.severity))
      fill()
    },
    toggle,
  }
}

function counted(count: number, what: string, how: 'none' | 'some' | 'wrong'): HTMLElement {
  return make(`span.count.${how}`, {}, `${count} ${what}${count === 1 ? '' : 's'}`)
}

function part(title: string, rows: readonly HTMLElement[], none: string): HTMLElement {
  return make('div', {}, make('h2', {}, title), rows.length ? make('ul', {}, ...rows) : make('p.hint', {}, none))
}

function warningRow({ path, code, message }: ReceiptWarning, pickField: (path: string) => void): HTMLElement {
  const button = make('button.path', { type: 'button' }, path || 'receipt')
  button.addEventListener('click', () => pickField(path))
  return make('li', {}, button, make('span.rule', {}, code), make('p', {}, message))
}

function findingRow(
  { rule, severity, file, line, column, message, advice, frame }: LintFinding,
  openFile: OpenFile,
): HTMLElement {
  return make(
    `li.${severity}`,
    {},
    placeButton({ file, line, column }, openFile),
    make('span.rule', {}, rule),
    make('p', {}, message),
    make('p.hint', {}, advice),
    make('pre.frame', {}, frame),
  )
}
