import { readFileSync } from 'node:fs'
import { variants } from '../../src/stages.ts'
import { type Shown, thumbnail } from './show-fixture.ts'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

/** The gallery: one page that loads only the files next to it. */
export function galleryPage(all: readonly Shown[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Counterfoil: ${all.length} receipts</title>
<style>${read('gallery.css')}</style>
</head>
<body>
<header class="bar">
<h1>Counterfoil</h1>
<fieldset class="choice" data-name="variant"><legend>Variant</legend>${['all', ...variants].map(radio('variant')).join('')}</fieldset>
<fieldset class="choice" data-name="form"><legend>Form</legend>${['mail', 'paper'].map(radio('form')).join('')}</fieldset>
<fieldset class="choice" data-name="light"><legend>Light</legend>${['light', 'dark'].map(radio('light')).join('')}</fieldset>
<label class="pick">Trade <select name="trade">${options(count(all.map(({ trade }) => trade)))}</select></label>
<label class="pick">Language <select name="language">${options(count(all.map(languageOf)))}</select></label>
</header>
<main>
${all.map(card).join('\n')}
<p class="none" hidden>No receipt of that trade is in that language.</p>
</main>
<footer><kbd>0</kbd>–<kbd>4</kbd> variant <kbd>p</kbd> mail or paper <kbd>d</kbd> dark <kbd>t</kbd> next trade <kbd>l</kbd> next language
<span class="hint">In a receipt: <kbd>←</kbd> <kbd>→</kbd> the next <kbd>w</kbd> width <kbd>Esc</kbd> back</span> <a href="beside.html">beside others</a> <a href="heights.html">how long</a></footer>
<dialog aria-label="A receipt">
<header class="bar"><h2 class="opened"></h2><p class="subject"></p><nav class="ways"></nav><button type="button" class="close" aria-label="Back">×</button></header>
<div class="stage"><iframe title="The receipt" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe></div>
</dialog>
<script>${read('gallery.js')}</script>
</body>
</html>
`
}

function radio(name: string) {
  return (value: string, at: number) =>
    `<label><input type="radio" name="${name}" value="${value}"${at === 0 ? ' checked' : ''}><span>${capital(value)}</span></label>`
}

function options(counted: ReadonlyMap<string, number>): string {
  const each = [...counted].map(
    ([value, times]) => `<option value="${escapeHtml(value)}">${escapeHtml(value)} (${times})</option>`,
  )
  return `<option value="">All</option>${each.join('')}`
}

function card(shown: Shown): string {
  const { name, title, trade, shop, paper } = shown
  const looks = shown.variants.map(({ variant, subject, bytes }) => {
    const picture = (file: string, of: string) =>
      `<img class="picture ${of}" src="${name}/${variant}${file}.webp" width="${thumbnail.width}" height="${thumbnail.height}" alt="" loading="lazy">`
    return `<a class="look" href="${name}/${variant}.html" data-variant="${variant}" data-subject="${escapeHtml(subject)}" data-size="${Math.ceil(bytes / 1024)} KB" data-paper="${paper}">${picture('', 'light')}${picture('-dark', 'dark')}${picture('-paper', 'paper')}<span class="look-name">${capital(variant)}</span></a>`
  })
  return `<article data-name="${name}" data-trade="${escapeHtml(trade)}" data-language="${escapeHtml(languageOf(shown))}">
<h2 class="title">${escapeHtml(title)}</h2><p class="shop">${escapeHtml(shop.split('\n')[0]!)} · ${escapeHtml(languageOf(shown))}</p>
<div class="looks">${looks.join('')}</div>
</article>`
}

/** How often each text occurs, in alphabetical order. */
function count(all: readonly string[]): Map<string, number> {
  const counted = new Map<string, number>()
  for (const each of [...all].sort()) counted.set(each, (counted.get(each) ?? 0) + 1)
  return counted
}

const languages = new Intl.DisplayNames('en', { type: 'language' })

function languageOf({ acceptLanguage }: Pick<Shown, 'acceptLanguage'>): string {
  return languages.of(new Intl.Locale(acceptLanguage).language)!
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
}
