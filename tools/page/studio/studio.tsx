/** The studio's page: connects its parts and holds its state. */
import type { Outcome, Rendering, Trace } from '../../studio/server/api.ts'
import { byId } from '../parts/dom.tsx'
import { createSendDialog, listenToFiles, listenToSaving } from './bar/files.ts'
import { createToolbar, listenToKeys, showConnection, showFresh } from './bar/toolbar.tsx'
import { createBench, createTextPane } from './bench/bench.tsx'
import { createBefore, createMailControls } from './bench/mail-controls.tsx'
import { createMailPane } from './bench/mail-pane.tsx'
import { createPaperPane, createSlipPane, type PaperPane } from './bench/paper-pane.tsx'
import { createChecks, createFigures } from './checks/checks.tsx'
import { type Choice, choiceFrom, hashOf, requestOf } from './choice.ts'
import { createFault } from './fault.tsx'
import { createOverview } from './overview.tsx'
import { listen, server } from './server.ts'
import { createBrandPanel } from './side/brand-panel.tsx'
import { createReceiptTree } from './side/receipt-tree.tsx'
import { createEditor, createSide, type Selection, selectField, selectPlace, showSelection } from './side/side.tsx'
import { createTemplatePanel } from './side/template-panel.tsx'

const state = await server.state()
const choice: Choice = choiceFrom(location.hash, state)
let trace: Trace | undefined
let selection: Selection | undefined
/** Cancels what is being rendered. */
let current = new AbortController()
/** The papers that show the last rendering. */
let printed = new Map<PaperPane, string>()

const paperLabels: Record<string, string> = { a4: 'A4', letter: 'Letter', roll80: '80 mm', roll58: '58 mm' }
const papers = [
  ...state.papers.map(paper => createPaperPane(paper, paperLabels[paper] ?? paper, pickPlace)),
  createSlipPane(state.slips, () => choice.slip, takeSlip),
]
const bench = createBench(
  [mailPane('phone', 'Phone'), mailPane('desktop', 'Desktop'), createTextPane('text', 'Text', pickPlace), ...papers],
  choice.panes,
)
const before = createBefore(bench.show)
const checks = createChecks(goToField, openFile)
const figures = createFigures()
const tree = createReceiptTree(pickField)
const editor = createEditor(takeReceipt)
const toolbar = createToolbar(state, {
  fixture: name => void takeFixture(name),
  locale: locale => change({ locale }),
  variant(variant) {
    change({ variant })
    void lint()
  },
})
const fault = createFault(bench.isFilled, goToField, openFile)
const brand = createBrandPanel(state)
const templates = createTemplatePanel(state.folder, () => choice.variant)
const side = createSide(view => {
  if (view === 'brand') void attempt(brand.refresh)
  if (view === 'templates') void attempt(templates.refresh)
})
const controls = createMailControls(() => choice, changeHabits)
const overview = createOverview(state, choice, (name, locale) => void takeFixture(name, locale))
const sending = createSendDialog(state.canSend, to => server.send(requestOf(choice), to))
side.show('receipt')
// On a small screen a receipt says more than its fields.
if (matchMedia('(max-width: 860px)').matches) side.show('preview')

byId('overview-button').addEventListener('click', overview.open)
byId('send-open').addEventListener('click', sending.open)
listenToSaving(choice, state.folder, paperToSave, attempt)
listenToFiles((file, text) => {
  Object.assign(choice, { fixture: undefined, locale: undefined, file })
  takeReceipt(text)
})
listenToKeys([
  { key: '/', does: 'filter the fields', run: inReceipt(() => byId('filter').focus()) },
  { key: 'f', does: 'choose a receipt', run: toolbar.openFixtures },
  { key: 'l', does: 'choose the language', run: toolbar.openLocales },
  { key: 'v', does: 'choose the variant', run: toolbar.focusVariants },
  { key: 'e', does: 'edit the receipt', run: inReceipt(editor.toggle) },
  { key: 'b', does: 'before the last save, and back', run: before.toggle },
  { key: 'z', does: '100 %', run: () => byId('full-size').click() },
  { key: 'a', does: 'all receipts at a glance, and back', run: overview.open },
  { key: 't', does: 'send a test mail', run: sending.open },
  { key: 'd', does: 'dark', run: () => byId('dark').click() },
  { key: 'i', does: 'images off', run: () => byId('images').click() },
  { key: 'c', does: 'warnings and lint findings', run: checks.toggle },
  { key: 'o', does: 'open a file', run: () => byId('open').click() },
  { key: 'm', does: 'save the mail', run: () => byId('save-eml').click() },
  { key: 'p', does: 'save the PDF', run: () => byId('save-pdf').click() },
  { key: 'Escape', run: bench.showAll },
  ...bench.toggles.map((button, index) => ({ key: String(index + 1), run: () => button.click() })),
])
if (choice.fixture !== undefined) await takeFixture(choice.fixture, choice.locale)
void lint()
bench.onChange(names => {
  choice.panes = names
  remember()
  void print()
})
listen(() => {
  void render()
  void lint()
  overview.renew()
  if (!byId('side-brand').hidden) void attempt(brand.refresh)
}, showConnection)

/** Renders the choice, first the mail, then what takes longer. Cancels earlier work. */
async function render(): Promise<void> {
  current.abort()
  current = new AbortController()
  printed = new Map()
  const { signal } = current
  await attempt(async () => {
    const outcome = await server.render(requestOf(choice), signal)
    showOutcome(outcome)
    if (outcome.kind !== 'rendering') return
    showRendering(outcome)
    void print()
    const found = await server.trace(requestOf(choice), signal)
    if (found.kind !== 'trace') return
    trace = found
    tree.showTrace(found)
    if (selection) select(again(selection), { scroll: false })
  }, signal)
}

function showOutcome(outcome: Outcome): void {
  const errors = outcome.kind === 'refusal' ? outcome.errors : {}
  fault.show(outcome.kind === 'rendering' ? undefined : outcome)
  editor.showErrors(errors)
  tree.showErrors(errors)
}

function showRendering(rendering: Rendering): void {
  bench.show(rendering)
  showFresh()
  before.take(requestOf(choice), rendering)
  toolbar.showVariant(rendering.variant)
  checks.showWarnings(rendering.warnings)
  figures.showRendering(rendering)
  brand.showMail(rendering)
}

/** Prints visible papers that have not been printed since the last rendering. */
async function print(): Promise<void> {
  const { signal } = current
  const visible = bench.visible()
  const waiting = papers.filter(pane => visible.includes(pane) && printed.get(pane) !== pane.paper())
  await Promise.all(waiting.map(pane => attempt(() => printOn(pane, signal), signal)))
}

async function printOn(pane: PaperPane, signal: AbortSignal): Promise<void> {
  const paper = pane.paper()
  printed.set(pane, paper)
  pane.wait()
  const pages = await server.pages(requestOf(choice), paper, signal)
  if (printed.get(pane) !== paper) return
  if (pages.kind !== 'pages') return fault.show(pages)
  pane.showPages(pages)
  figures.showPrinted(pane.label, pages.milliseconds)
  const found = await server.places(requestOf(choice), paper, signal)
  if (found.kind === 'places') pane.showPlaces(found.places)
}

async function lint(): Promise<void> {
  await attempt(async () => {
    const { findings } = await server.lint(choice.variant)
    checks.showFindings(findings)
    fault.takeFindings(findings)
  })
}

/** Runs work that may fail, and shows the error, unless the work was canceled. */
async function attempt(work: () => Promise<void>, signal?: AbortSignal): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!signal?.aborted) fault.show({ kind: 'fault', message: (error as Error).message })
  }
}

/** A pane with the mail, as wide as it was last. */
function mailPane(name: string, label: string) {
  // biome-ignore lint/style/noNonNullAssertion: each mail pane has a usual width
  return createMailPane({ name, label, width: choice.widths[name]! }, choice, pickPlace, width => {
    choice.widths[name] = width
    remember()
  })
}

/** Prints the slip on another roll. */
function takeSlip(slip: string): void {
  choice.slip = slip
  remember()
  void print()
}

/** Picks a fixture, in its usual language unless another is given. */
async function takeFixture(name: string, locale?: string): Promise<void> {
  const fixtureLocale = state.fixtures.find(fixture => fixture.name === name)?.locale
  Object.assign(choice, { fixture: name, receipt: undefined, file: undefined, locale: locale ?? fixtureLocale })
  const text = await server.receipt(name)
  if (choice.fixture !== name) return
  showReceipt(text)
  change({})
}

/** Takes the user's receipt, from a file or the editor. */
function takeReceipt(text: string): void {
  showReceipt(text)
  change({ receipt: text })
}

function showReceipt(text: string): void {
  editor.show(text)
  trace = undefined
  bench.mark([], { scroll: false })
  tree.show(text)
  // Keep the same field selected until the new receipt is traced.
  const [field] = selection?.origin === 'field' ? selection.fields : []
  selection = field !== undefined && tree.has(field) ? selectField(field, undefined) : undefined
  tree.select(selection?.fields ?? [], { scroll: false })
  tellSelection()
}

/** Changes the choice and renders it. */
function change(changes: Partial<Choice>): void {
  Object.assign(choice, changes)
  remember()
  void render()
}

/** Changes how mail is shown, not the mail. */
function changeHabits(changes: Partial<Choice>): void {
  Object.assign(choice, changes)
  remember()
  bench.showAgain()
}

function remember(): void {
  history.replaceState(null, '', hashOf(choice))
  toolbar.show(choice)
  controls.show(choice)
}

function pickField(path: string): void {
  select(selectField(path, trace), { scroll: true })
}

function pickPlace(places: readonly string[]): void {
  select(selectPlace(places, trace), { scroll: true })
}

/** Selects a field from a warning, an error or the selection. If the receipt lacks it, opens the editor. */
function goToField(path: string): void {
  side.show('receipt')
  if (editor.isOpen() === tree.has(path)) editor.toggle()
  tree.focus(path)
}

function select(next: Selection, how: { scroll: boolean }): void {
  selection = next
  tree.select(next.fields, how)
  bench.mark(next.places, { scroll: how.scroll && next.origin === 'field' })
  tellSelection()
}

function tellSelection(): void {
  showSelection(selection, trace, { field: goToField, place: path => pickPlace([path]) })
}

/** Shows the receipt first, which may be behind another tab. */
function inReceipt(work: () => void): () => void {
  return () => {
    side.show('receipt')
    work()
  }
}

/** Opens a template in the editor, at a line. */
function openFile(file: string, line: number): void {
  side.show('templates')
  void attempt(() => templates.open(file, line))
}

/** The same selection after a new trace. */
function again({ origin, fields: [field], places }: Selection): Selection {
  return origin === 'field' && field !== undefined ? selectField(field, trace) : selectPlace(places, trace)
}

/** The first visible paper. */
function paperToSave(): string {
  const visible = bench.visible()
  return papers.find(pane => visible.includes(pane))?.paper() ?? 'a4'
}
