// The selection is in the URL, so that a view can be shared.
const root = document.documentElement
const dialog = document.querySelector('dialog')
const articles = [...document.querySelectorAll('article')]
const state = { variant: 'all', form: 'mail', light: 'light', trade: '', language: '', open: '' }
Object.assign(state, Object.fromEntries(new URLSearchParams(location.hash.slice(1))))
let phone = false

/** Applies a change of state and shows the selection. */
function choose(change) {
  Object.assign(state, change)
  for (const name of ['variant', 'form', 'light']) {
    root.dataset[name] = state[name]
    const radio = document.querySelector(`[name=${name}][value="${CSS.escape(state[name])}"]`)
    if (radio) radio.checked = true
  }
  for (const name of ['trade', 'language']) document.querySelector(`[name=${name}]`).value = state[name]
  for (const article of articles) article.hidden = !isWanted(article)
  document.querySelector('.none').hidden = articles.some(isWanted)
  const kept = Object.entries(state).filter(([, value]) => value && !['all', 'mail', 'light'].includes(value))
  history.replaceState(null, '', `#${new URLSearchParams(kept)}`)
  showOpened()
}

function isWanted({ dataset }) {
  return (!state.trade || dataset.trade === state.trade) && (!state.language || dataset.language === state.language)
}

/** Shows the open receipt at full size: the email or its PDF. */
function showOpened() {
  const article = articles.find(each => each.dataset.name === state.open)
  if (!article) {
    if (dialog.open) dialog.close()
    return
  }
  const looks = [...article.querySelectorAll('.look')]
  const { variant, subject, size, paper } = (looks.find(look => look.dataset.variant === state.variant) ?? looks[0])
    .dataset
  const file = ending => `${state.open}/${variant}${ending}`
  dialog.querySelector('.opened').textContent = article.querySelector('.title').textContent
  dialog.querySelector('.subject').textContent = `${subject} · ${size}`
  dialog.querySelector('.ways').replaceChildren(
    ...looks
      .map(look => look.dataset.variant)
      .map(each => link(each, `#${each}`, () => choose({ variant: each }), each === variant)),
    ...[
      ['text', '.txt'],
      ['.eml', '.eml'],
      [`PDF, ${paper}`, '.pdf'],
    ].map(([text, ending]) => link(text, file(ending))),
  )
  const frame = dialog.querySelector('iframe')
  // A frame inherits the color scheme of its element.
  frame.style.colorScheme = state.light
  frame.className = phone ? 'phone' : ''
  const src = file(state.form === 'paper' ? '.pdf' : '.html')
  // PDF viewers don't run in a sandbox.
  if (state.form === 'paper') frame.removeAttribute('sandbox')
  else frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox')
  if (frame.getAttribute('src') !== src) frame.src = src
  if (!dialog.open) dialog.showModal()
}

function link(text, href, act, current) {
  const a = Object.assign(document.createElement('a'), {
    className: 'way',
    textContent: text,
    href,
    target: act ? '' : '_blank',
  })
  if (current) a.setAttribute('aria-current', 'true')
  if (act)
    a.onclick = event => {
      event.preventDefault()
      act()
    }
  return a
}

function nextReceipt(step) {
  const wanted = articles.filter(isWanted)
  if (wanted.length === 0) return
  const at = wanted.findIndex(each => each.dataset.name === state.open)
  choose({ open: wanted[(at + step + wanted.length) % wanted.length].dataset.name })
}

function nextOption(name) {
  const values = [...document.querySelector(`[name=${name}]`).options].map(option => option.value)
  choose({ [name]: values[(values.indexOf(state[name]) + 1) % values.length] })
}

const keys = {
  0: () => choose({ variant: 'all' }),
  1: () => choose({ variant: 'modern' }),
  2: () => choose({ variant: 'classic' }),
  3: () => choose({ variant: 'compact' }),
  4: () => choose({ variant: 'gift' }),
  d: () => choose({ light: state.light === 'dark' ? 'light' : 'dark' }),
  p: () => choose({ form: state.form === 'paper' ? 'mail' : 'paper' }),
  t: () => nextOption('trade'),
  l: () => nextOption('language'),
  w: () => {
    phone = !phone
    showOpened()
  },
  ArrowRight: () => state.open && nextReceipt(1),
  ArrowLeft: () => state.open && nextReceipt(-1),
}

addEventListener('keydown', event => {
  const isTyping = event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement
  const act = keys[event.key]
  if (!act || event.ctrlKey || event.metaKey || event.altKey || (isTyping && event.key.startsWith('Arrow'))) return
  act()
})
addEventListener('change', ({ target }) => choose({ [target.name]: target.value }))
addEventListener('hashchange', () => choose(Object.fromEntries(new URLSearchParams(location.hash.slice(1)))))
document.querySelector('main').addEventListener('click', event => {
  const a = event.target.closest('a')
  if (!a || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  choose({ open: a.closest('article').dataset.name, variant: a.dataset.variant })
})
dialog.addEventListener('close', () => choose({ open: '' }))
dialog.querySelector('.close').onclick = () => dialog.close()
choose({})
