import { render } from 'preact'
import type { Finding, MailSizes, Rendering, Warning } from '../../../studio/server/api.ts'
import { byId, elementOf, PathButton } from '../../parts/dom.tsx'

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
  const first = elementOf<HTMLElement>(<span class="first-finding" />)
  let warnings: readonly Warning[] = []
  let findings: readonly Finding[] = []

  function draw(): void {
    const isWrong = findings.some(({ severity }) => severity === 'error')
    render(
      <>
        <Count
          of={warnings.filter(({ severity }) => severity !== 'style').length}
          what="warning"
          isWrong={warnings.some(({ severity }) => severity === 'wrong')}
        />
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
              {warnings.map(({ path, code, severity, message }) => (
                <li key={`${path} ${code}`}>
                  <PathButton text={path || 'receipt'} pick={() => pickField(path)} />
                  <span class="rule">
                    {severity} · {code}
                  </span>
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
              <Findings found={findings} open={openFile} isWhole />
            </ul>
          ) : (
            <p class="hint">No findings.</p>
          )}
        </div>
      </>,
      list,
    )
    render(<Findings found={findings} open={openFile} />, byId('findings'))
    render(<FirstFinding found={findings} open={openFile} />, first)
  }

  function toggle(): void {
    list.hidden = !list.hidden
    button.setAttribute('aria-expanded', String(!list.hidden))
  }

  byId('status').append(button, first)
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

interface FindingsProps {
  found: readonly Finding[]
  open: OpenFile
}

/** Findings as rows of a list, each with its file and line; the whole ones with advice, and the lines around it. */
function Findings({ found, open, isWhole = false }: FindingsProps & { isWhole?: boolean }) {
  return (
    <>
      {found.map(finding => (
        <li key={`${finding.rule} ${finding.file} ${finding.line} ${finding.column}`} class={finding.severity}>
          <PlaceButton {...finding} open={open} />
          <span class="rule">{finding.rule}</span>
          <p>{finding.message}</p>
          {isWhole && <p class="hint">{finding.advice}</p>}
          {isWhole && <pre class="frame">{finding.frame}</pre>}
        </li>
      ))}
    </>
  )
}

/** The worst finding, for the status line. */
function FirstFinding({ found: [first], open }: FindingsProps) {
  if (!first) return null
  return (
    <>
      <PlaceButton {...first} open={open} /> <span title={first.message}>{first.rule}</span>
    </>
  )
}

function Count({ of, what, isWrong = false }: { of: number; what: string; isWrong?: boolean }) {
  return (
    <span class={`count ${isWrong ? 'wrong' : of > 0 ? 'some' : 'none'}`}>{`${of} ${what}${of === 1 ? '' : 's'}`}</span>
  )
}

/** Files that the studio can edit. */
const editable = /\.(hbs|css|json)$/

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

/** Gmail's limits: it clips longer mail and drops longer styles. */
const gmail = { html: 102 * 1024, style: 16_384 }

/** Sizes, language and times in the status line. */
export function createFigures() {
  const sizes = elementOf<HTMLElement>(<div class="figures" />)
  const times = elementOf<HTMLElement>(<div class="times" title="Milliseconds for each stage and each PDF" />)
  const taken = new Map<string, number>()
  byId('status').append(sizes, elementOf(<span class="spread" />), times)

  function drawTimes(): void {
    const all = [...taken].map(([stage, time]) => (
      <span key={stage}>
        {stage} <b>{time.toFixed(time < 10 ? 1 : 0)}</b>
      </span>
    ))
    render([...all, 'ms'], times)
  }

  return {
    showRendering({ sizes: measured, decision: { languages, source }, timings }: Rendering) {
      taken.clear()
      for (const { stage, milliseconds } of timings) taken.set(stage, milliseconds)
      render(
        <>
          <Sizes {...measured} />
          <span class="minor" title="Language, and what decided it">
            <b>{languages.join(' + ')}</b> by {source}
          </span>
        </>,
        sizes,
      )
      drawTimes()
    },
    /** Adds the time for a paper's PDF. */
    showPrinted(label: string, milliseconds: number) {
      taken.set(label, milliseconds)
      drawTimes()
    },
  }
}

function Sizes({ html, style, text, pictures, pictureBytes }: MailSizes) {
  const kilobytes = (size: number) => `${(size / 1024).toFixed(1)} KB`
  const grouped = (size: number) => size.toLocaleString('en-US')
  return (
    <>
      <Gauge
        label="HTML"
        share={html / gmail.html}
        text={(html / 1024).toFixed(1)}
        of="102 KB"
        title="Gmail clips mail above 102 KB"
      />
      <Gauge
        label="Style"
        share={style / gmail.style}
        text={grouped(style)}
        of={grouped(gmail.style)}
        title="Gmail drops styles above 16,384 characters"
      />
      <span class="minor">
        Text <b>{kilobytes(text)}</b>
      </span>
      <span class="minor">
        {pictures === 1 ? '1 picture' : `${pictures} pictures`} <b>{kilobytes(pictureBytes)}</b>
      </span>
    </>
  )
}

function Gauge(props: { label: string; share: number; text: string; of: string; title: string }) {
  const { label, share, text, of, title } = props
  return (
    <span class={`gauge ${share > 1 ? 'over' : share > 0.85 ? 'near' : 'fine'}`} title={title}>
      {label} <b>{text}</b> / {of}
      <span class="bar" aria-hidden="true">
        <span style={`width:${Math.min(100, share * 100).toFixed(1)}%`} />
      </span>
    </span>
  )
}
