/** The playground: a receipt on the left, what people get of it on the right, made in this page. */
import { render } from 'preact'
import { CounterfoilError, ReceiptDataError } from '../../../src/errors.ts'
import { openMail } from '../../../src/mail.ts'
import { callsOf } from '../../../src/merchant/calls.ts'
import { pageOf, slipPageOf } from '../../../src/merchant/documents.ts'
import { auditReceipt } from '../../../src/reading/audit.ts'
import { type Look, looks } from '../../../src/view/variant.ts'
import { Options } from '../parts/choice.tsx'
import { byId, debounced } from '../parts/dom.tsx'
import { languageName, titleOf } from '../parts/names.ts'
import { Problems } from '../parts/problems.tsx'
import { heldIn, readHeld } from './link.ts'
import { samples } from './samples.ts'

const merchant = openMail({})
const { mails: calls } = callsOf(merchant)
const [receipt, said] = [byId<HTMLTextAreaElement>('receipt'), byId('said')]
const [sample, language, look] = ['sample', 'language', 'look'].map(id => byId<HTMLSelectElement>(id)) as [
  HTMLSelectElement,
  HTMLSelectElement,
  HTMLSelectElement,
]
/** Fields listed; the rest are counted. */
const mostListed = 12
const frames = ['phone', 'sheet', 'slip'].map(id => byId<HTMLIFrameElement>(id))

render(<Options of={samples.map(({ title }, at) => [String(at), title])} />, sample)
const languages = merchant.catalogue.languages.map(tag => [tag, languageName(tag)] as const)
render(<Options of={[['', "The store's"], ...languages]} />, language)
render(<Options of={looks.map(name => [name, titleOf(name)])} />, look)

begin()
sample.addEventListener('change', () => take(Number(sample.value)))
language.addEventListener('change', draw)
look.addEventListener('change', draw)
receipt.addEventListener('input', debounced(150, draw))
byId('link').addEventListener('click', copyLink)
addEventListener('hashchange', begin)
addEventListener('resize', scale)

function begin(): void {
  const held = readHeld(location.hash)
  if (!held) {
    take(0)
    return
  }
  receipt.value = held.receipt
  language.value = held.language
  look.value = looks.includes(held.look as Look) ? held.look : 'modern'
  draw()
}

function take(at: number): void {
  const chosen = samples[at]
  if (!chosen) return
  receipt.value = chosen.receipt
  language.value = chosen.language
  draw()
}

/** Draws all three, or says what is wrong with the receipt; what was drawn before stays, faint. */
function draw(): void {
  said.textContent = ''
  try {
    const options = { locale: language.value || undefined, variant: look.value as Look }
    const view = calls.view(receipt.value, options)
    const pages = [
      calls.html(receipt.value, options),
      pageOf(merchant, view, 'a4', options).html,
      slipPageOf(merchant, view, 'roll80', options).html,
    ]
    byId('subject').textContent = view.subject
    for (const [at, frame] of frames.entries()) show(frame, pages[at] ?? '')
    const warnings = auditReceipt(receipt.value)
    const notable = warnings.filter(({ severity }) => severity !== 'style')
    const left = warnings.length - notable.length
    list(
      'fine',
      notable.map(({ path, message }) => [path, message]),
      left,
    )
  } catch (error) {
    if (!(error instanceof CounterfoilError)) throw error
    for (const frame of frames) frame.classList.add('stale')
    const wrong = error instanceof ReceiptDataError ? Object.entries(error.errors) : []
    const found = wrong.flatMap(([path, each]) => each.map(({ message }) => [path, message] as const))
    list('', found.length > 0 ? found : [['', error.message]])
  }
}

function show(frame: HTMLIFrameElement, html: string): void {
  frame.classList.remove('stale')
  if (frame.srcdoc !== html) frame.srcdoc = html
  scale()
}

/** A sheet is as wide as its column, and its frame as high as that makes it. */
function scale(): void {
  for (const frame of frames) {
    const box = frame.parentElement as HTMLElement
    const padding = Number.parseFloat(getComputedStyle(box).paddingLeft)
    const room = box.clientWidth - 2 * padding
    const share = Math.min(1, room / Number(frame.width))
    frame.style.transform = share < 1 ? `scale(${share})` : ''
    frame.style.width = `${share < 1 ? Number(frame.width) : room}px`
    box.style.height = `${Number(frame.height) * share + 2 * padding}px`
  }
}

/** @param style how many notes of style there are besides: a till that leaves nothing out sends a hundred blanks */
function list(kind: string, found: readonly (readonly [path: string, words: string])[], style = 0): void {
  byId('problems').className = kind
  const first = found.slice(0, mostListed)
  const left = found.length - first.length
  render(
    found.length + style > 0 && (
      <ul>
        <Problems of={first} named={path => <code>{path}</code>} />
        {left > 0 && <li>and {left} more</li>}
        {style > 0 && (
          <li>
            {style} {style === 1 ? 'note' : 'notes'} of style, such as blanks, which{' '}
            <code>counterfoil check --all</code> lists
          </li>
        )}
      </ul>
    ),
    byId('problems'),
  )
}

async function copyLink(): Promise<void> {
  const fragment = heldIn({ receipt: receipt.value, language: language.value, look: look.value })
  if (fragment === undefined) {
    said.textContent = 'This receipt is too long for a link.'
    return
  }
  history.replaceState(null, '', fragment)
  try {
    await navigator.clipboard.writeText(location.href)
    said.textContent = 'Copied: the link holds the receipt.'
  } catch {
    said.textContent = 'The address above holds the receipt: copy it.'
  }
}
