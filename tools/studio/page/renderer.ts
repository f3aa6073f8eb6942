import type { Fault, Finding, Outcome, Refusal, Rendering, Trace } from '../server/api.ts'
import type { Bench } from './bench/bench.tsx'
import type { PaperPane } from './bench/paper-pane.tsx'
import type { OpenFile } from './checks/checks.tsx'
import { showFault } from './checks/fault.tsx'
import { type Choice, requestOf } from './choice.ts'
import { server } from './server.ts'

/** Callbacks for results. */
export interface Heard {
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
    const shown = new Set(bench.shown().map(({ name }) => name))
    const waiting = papers.filter(pane => shown.has(pane.name) && printed.get(pane) !== pane.paper())
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

  /** Shows why there is no new rendering, or that there is one. */
  function tell(trouble: Fault | Refusal | undefined): void {
    fault = trouble
    showFault({ fault, findings, hasOlder: bench.isFilled() }, heard.pickField, heard.openFile)
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
