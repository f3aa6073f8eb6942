/** The playground: a receipt on the left, what people get of it on the right, made in this page. */
import { CounterfoilError, ReceiptDataError } from '../../../../src/errors.ts'
import { openMail } from '../../../../src/mail.ts'
import { callsOf } from '../../../../src/merchant/calls.ts'
import { pageOf, slipPageOf } from '../../../../src/merchant/documents.ts'
import { auditReceipt } from '../../../../src/reading/audit.ts'
import { type Look, looks } from '../../../../src/view/variant.ts'
import { heldIn, readHeld } from './link.ts'
import { samples } from './samples.ts'

const merchant = openMail({})
const { mails: calls } = callsOf(merchant)
const find = <Element extends HTMLElement>(id: string) => document.getElementById(id) as Element
const [receipt, problems, said] = [find<HTMLTextAreaElement>('receipt'), find('problems'), find('said')]
const [sample, language, look] = ['sample', 'language', 'look'].map(id => find<HTMLSelectElement>(id)) as [
  HTMLSelectElement,
  HTMLSelectElement,
  HTMLSelectElement,
]
const frames = ['phone', 'sheet', 'slip'].map(id => find<HTMLIFrameElement>(id))

fill(
  sample,
  samples.map(({ title }, at) => [String(at), title]),
)
fill(language, [['', "The store's"], ...merchant.catalogue.languages.map(tag => [tag, nameOf(tag)] as const)])
fill(
  look,
  looks.map(name => [name, name[0]?.toUpperCase() + name.slice(1)]),
)

begin()
sample.addEventListener('change', () => take(Number(sample.value)))
language.addEventListener('change', draw)
look.addEventListener('change', draw)
receipt.addEventListener('input', soon())
find('link').addEventListener('click', copyLink)
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
    find('subject').textContent = view.subject
    for (const [at, frame] of frames.entries()) show(frame, pages[at] ?? '')
    list(
      'fine',
      auditReceipt(receipt.value).map(({ path, message }) => [path, message]),
    )
  } catch (error) {
    if (!(error instanceof CounterfoilError)) throw error
    for (const frame of frames) frame.classList.add('stale')
    const wrong = error instanceof ReceiptDataError ? Object.entries(error.errors) : []
    list(
      '',
      wrong.length > 0
        ? wrong.flatMap(([path, each]) => each.map(({ message }) => [path, message] as const))
        : [['', error.message]],
    )
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

function list(kind: string, found: readonly (readonly [path: string, message: string])[]): void {
  problems.className = kind
  const entries = found.slice(0, 12).map(([path, message]) => {
    const entry = document.createElement('li')
    const code = document.createElement('code')
    code.textContent = path
    entry.append(...(path ? [code, ' '] : []), message)
    return entry
  })
  const all = document.createElement('ul')
  all.append(...entries)
  problems.replaceChildren(...(entries.length > 0 ? [all] : []))
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

function soon(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return () => {
    clearTimeout(timer)
    timer = setTimeout(draw, 150)
  }
}

function fill(select: HTMLSelectElement, options: readonly (readonly [value: string, name: string])[]): void {
  select.replaceChildren(...options.map(([value, name]) => new Option(name, value)))
}

function nameOf(tag: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag
}
