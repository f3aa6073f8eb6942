import { render } from 'preact'
import type { Finding, Warning } from '../../server/api.ts'
import { byId, elementOf, PathButton } from '../parts/dom.tsx'

/** Opens a file of the template folder at a line. */
export type OpenFile = (file: string, line: number) => void

/** The warnings about receipt and templates: counts in the status line, details in a list above it. */
export function createChecks(pickField: (path: string) => void, openFile: OpenFile) {
  const list = byId('checks')
  const button = elementOf<HTMLButtonElement>(
    <button
      class="counts"
      type="button"
      aria-expanded="false"
      aria-controls="checks"
      aria-keyshortcuts="c"
      onClick={toggle}
    />,
  )
  let warnings: readonly Warning[] = []
  let findings: readonly Finding[] = []

  function draw(): void {
    const isWrong = findings.some(({ severity }) => severity === 'error')
    render(
      <>
        <Count of={warnings.length} what="warning" />
        <Count of={findings.length} what="lint finding" isWrong={isWrong} />
      </>,
      button,
    )
    render(
      <>
        <div>
          <h2>Receipt</h2>
          {warnings.length > 0 ? (
            <ul>
              {warnings.map(({ path, code, message }) => (
                <li key={`${path} ${code}`}>
                  <PathButton text={path || 'receipt'} pick={() => pickField(path)} />
                  <span class="rule">{code}</span>
                  <p>{message}</p>
                </li>
              ))}
            </ul>
          ) : (
            <p class="hint">No warnings.</p>
          )}
        </div>
        <div>
          <h2>Templates</h2>
          {findings.length > 0 ? (
            <ul>
              {findings.map(finding => (
                <li key={`${finding.rule} ${finding.file} ${finding.line} ${finding.column}`} class={finding.severity}>
                  <PlaceButton {...finding} open={openFile} />
                  <span class="rule">{finding.rule}</span>
                  <p>{finding.message}</p>
                  <p class="hint">{finding.advice}</p>
                  <pre class="frame">{finding.frame}</pre>
                </li>
              ))}
            </ul>
          ) : (
            <p class="hint">No findings.</p>
          )}
        </div>
      </>,
      list,
    )
  }

  function toggle(): void {
    list.hidden = !list.hidden
    button.setAttribute('aria-expanded', String(!list.hidden))
  }

  byId('status').append(button)
  draw()

  return {
    showWarnings(noticed: readonly Warning[]) {
      warnings = noticed
      draw()
    },
    showFindings(found: readonly Finding[]) {
      // "error" sorts before "warning"; the sort is stable.
      findings = found.toSorted((one, other) => one.severity.localeCompare(other.severity))
      draw()
    },
    toggle,
  }
}

export type Checks = ReturnType<typeof createChecks>

function Count({ of, what, isWrong = false }: { of: number; what: string; isWrong?: boolean }) {
  return (
    <span class={`count ${isWrong ? 'wrong' : of > 0 ? 'some' : 'none'}`}>{`${of} ${what}${of === 1 ? '' : 's'}`}</span>
  )
}

/** Files that the studio can edit. */
const editable = /\.(hbs|css)$/

/** A place in the template folder; a template's opens in the editor. */
export function PlaceButton(props: { file: string; line: number; column: number; open: OpenFile }) {
  const { file, line, column, open } = props
  const text = `${file}:${line}:${column}`
  if (!editable.test(file)) return <b class="where">{text}</b>
  return (
    <button class="where" type="button" title="Edit" onClick={() => open(file, line)}>
      {text}
    </button>
  )
}
