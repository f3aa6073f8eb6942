import { render as draw } from 'preact'
import type { Fault, Finding, Outcome, Refusal, Rendering, Trace } from '../server/api.ts'
import type { Bench } from './bench/bench.tsx'
import type { PaperPane } from './bench/paper-pane.tsx'
import { type OpenFile, PlaceButton } from './checks/checks.tsx'
import { type Choice, requestOf } from './choice.ts'
import { byId, PathButton } from './parts/dom.tsx'
import { server } from './server.ts'

/** Callbacks for results. */
interface Heard {
  outcome(outcome: Outcome): void
  rendering(rendering: Rendering): void
  trace(trace: Trace): void
  printed(label: string, milliseconds: number): void
  findings(findings: readonly Finding[]): void
  pickField(path: string): void
  openFile: OpenFile
}

/** Requests the current choice from the server: first the mail, then what takes longer. */
export function createRenderer(choice: Choice, bench: Bench, papers: readonly PaperPane[], heard: Heard) {
  let current = new AbortController()
  let printed = new Map<PaperPane, string>()
  let fault: Fault | Refusal | undefined
  let findings: readonly Finding[] = []

  /** Renders the current choice, canceling earlier work. */
  async function render(): Promise<void> {
    current.abort()
    current = new AbortController()
    printed = new Map()
    const { signal } = current
    await attempt(async () => {
      const outcome = await server.render(requestOf(choice), signal)
      tell(outcome.kind === 'rendering' ? undefined : outcome)
      heard.outcome(outcome)
      if (outcome.kind !== 'rendering') return
      bench.show(outcome)
      heard.rendering(outcome)
      void print()
      const traced = await server.trace(requestOf(choice), signal)
      if (traced.kind === 'trace') heard.trace(traced)
    }, signal)
  }

  /** Prints visible papers that have not been printed since the last rendering. */
  async function print(): Promise<void> {
    const { signal } = current
    const visible = new Set(bench.visible().map(({ name }) => name))
    const waiting = papers.filter(pane => visible.has(pane.name) && printed.get(pane) !== pane.paper())
    await Promise.all(waiting.map(pane => attempt(() => printOn(pane, signal), signal)))
  }

  async function printOn(pane: PaperPane, signal: AbortSignal): Promise<void> {
    const paper = pane.paper()
    printed.set(pane, paper)
    pane.wait()
    const pages = await server.pages(requestOf(choice), paper, signal)
    if (printed.get(pane) !== paper) return
    if (pages.kind !== 'pages') return tell(pages)
    pane.showPages(pages)
    heard.printed(pane.label, pages.milliseconds)
    const found = await server.places(requestOf(choice), paper, signal)
    if (found.kind === 'places') pane.showPlaces(found.places)
  }

  async function lint(): Promise<void> {
    await attempt(async () => {
      findings = (await server.lint(choice.variant)).findings
      heard.findings(findings)
      tell(fault)
    })
  }

  /** Shows above the last good rendering why there is no new one, or that there is one. */
  function tell(trouble: Fault | Refusal | undefined): void {
    fault = trouble
    byId('panes').classList.toggle('old', fault !== undefined)
    byId('fault').hidden = !fault
    const parts = fault && (
      <>
        {fault.kind === 'refusal' ? (
          <RefusalParts {...fault} pickField={heard.pickField} />
        ) : (
          <FaultParts {...located(fault, findings)} openFile={heard.openFile} />
        )}
        {bench.isFilled() && <p class="hint">Below is the last rendering that worked.</p>}
      </>
    )
    draw(parts, byId('fault'))
  }

  /** Runs work that may fail, and shows the error, unless the work was canceled. */
  async function attempt(work: () => Promise<void>, signal?: AbortSignal): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!signal?.aborted) tell({ kind: 'fault', message: (error as Error).message })
    }
  }

  return { render, print, lint, attempt: (work: () => Promise<void>) => attempt(work) }
}

/** Lint rules about fields that cannot be printed. */
const aboutFields = ['unknown-field', 'maybe-absent', 'not-text']

/** An error while rendering names the field but not its place; the lint knows where it is printed. */
function located(fault: Fault, findings: readonly Finding[]): Fault & { advice?: string } {
  const [, field] = /^\{\{(.+?)\}\}/.exec(fault.message) ?? []
  if (fault.place || !field) return fault
  const likely = findings.find(({ rule, frame }) => aboutFields.includes(rule) && markedLine(frame).includes(field))
  return likely ? { ...fault, place: likely, frame: likely.frame, advice: likely.advice } : fault
}

function markedLine(frame: string): string {
  return frame.split('\n').find(line => line.startsWith('>')) ?? ''
}

function FaultParts(props: Fault & { advice?: string; openFile: OpenFile }) {
  const { message, place, frame, advice, openFile } = props
  return (
    <>
      {place && <PlaceButton {...place} open={openFile} />}
      <p class="message">{message}</p>
      {frame && (
        <pre class="frame">
          {frame.split('\n').map(line => (
            <span key={line} class={line.startsWith('>') ? 'line here' : 'line'}>{`${line}\n`}</span>
          ))}
        </pre>
      )}
      {advice && <p class="hint">{advice}</p>}
    </>
  )
}

/** Fields listed; the rest are counted. */
const maxListed = 8

function RefusalParts({ errors, pickField }: Refusal & { pickField: (path: string) => void }) {
  const entries = Object.entries(errors)
  const count = entries.length
  return (
    <>
      <p class="message">
        {count === 1 ? 'One field of the receipt is not valid' : `${count} fields of the receipt are not valid`}
      </p>
      <ul>
        {entries.slice(0, maxListed).map(([path, messages]) => (
          <li key={path}>
            <PathButton text={path} pick={() => pickField(path)} /> {messages.join('; ')}
          </li>
        ))}
        {count > maxListed && <li>and {count - maxListed} more</li>}
      </ul>
    </>
  )
}
