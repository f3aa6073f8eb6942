import { make } from './dom.ts'

/** An option. */
export interface Option {
  value: string
  text: string
  /** Small text at the end. */
  note?: string
  /** Heading above the first option of its group. */
  group?: string
}

export interface Picker {
  element: HTMLElement
  open(): void
  /** Shows what is picked; `text` if it is not among the options. */
  show(value: string | undefined, text?: string): void
}

/**
 * A button with a searchable list. Arrow keys pick right away, so that the renderings follow; Enter keeps the choice, Escape
 * restores the previous one.
 */
export function createPicker(
  label: string,
  key: string,
  options: readonly Option[],
  picked: (value: string) => void,
): Picker {
  const listId = `${label.toLowerCase()}-options`
  const name = make('span.picked')
  const button = make(
    'button.picker',
    { type: 'button', 'aria-haspopup': 'listbox', 'aria-expanded': 'false', 'aria-keyshortcuts': key },
    make('span.what', {}, label),
    name,
  )
  const search = make('input', {
    type: 'search',
    role: 'combobox',
    'aria-expanded': 'true',
    'aria-controls': listId,
    'aria-label': `Search ${label.toLowerCase()}`,
    placeholder: `Search ${label.toLowerCase()}`,
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const list = make('ul', { id: listId, role: 'listbox', 'aria-label': label })
  const popup = make('div.popup', { popover: 'auto' }, search, list)
  const element = make('div', {}, button, popup)
  let current: string | undefined
  let before: string | undefined
  let active = -1
  let shown: Option[] = []

  function fill(): void {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
    shown = options.filter(option => {
      const text = `${option.text} ${option.note ?? ''} ${option.group ?? ''}`.toLowerCase()
      return words.every(word => text.includes(word))
    })
    let group: string | undefined
    list.replaceChildren(
      ...shown.flatMap((option, index) => {
        const heading =
          option.group !== undefined && option.group !== group
            ? [make('li.group', { role: 'presentation' }, option.group)]
            : []
        group = option.group
        return [...heading, optionElement(option, index)]
      }),
    )
    if (!shown.length) list.append(make('li.group', { role: 'presentation' }, 'No matches'))
    activate(Math.max(0, words.length ? 0 : shown.findIndex(({ value }) => value === current)))
  }

  function optionElement({ value, text, note }: Option, index: number): HTMLElement {
    const element = make(
      'li.option',
      { role: 'option', id: `${listId}-${index}`, 'aria-selected': value === current ? 'true' : 'false' },
      make('span', { dir: 'auto' }, text),
      ...(note ? [make('span.note', {}, note)] : []),
    )
    element.addEventListener('click', () => {
      choose(value)
      popup.hidePopover()
    })
    return element
  }

  function activate(index: number): void {
    list.querySelector('.active')?.classList.remove('active')
    active = index
    const element = list.querySelector(`#${CSS.escape(`${listId}-${index}`)}`)
    element?.classList.add('active')
    element?.scrollIntoView({ block: 'nearest' })
    search.setAttribute('aria-activedescendant', element?.id ?? '')
  }

  function choose(value: string | undefined): void {
    if (value === undefined || value === current) return
    current = value
    for (const element of list.querySelectorAll('.option'))
      element.setAttribute('aria-selected', String(shown[Number(element.id.slice(listId.length + 1))]?.value === value))
    picked(value)
  }

  function step(by: number): void {
    if (!shown.length) return
    activate((active + by + shown.length) % shown.length)
    // The user's receipt is in no list, so it would be lost.
    if (before !== undefined) choose(shown[active]?.value)
  }

  function open(): void {
    if (popup.matches(':popover-open')) return
    before = current
    search.value = ''
    const { left, bottom } = button.getBoundingClientRect()
    popup.style.left = `${left}px`
    popup.style.top = `${bottom + 4}px`
    popup.showPopover()
    fill()
    search.focus()
  }

  button.addEventListener('click', open)
  popup.addEventListener('toggle', event => {
    const isOpen = (event as ToggleEvent).newState === 'open'
    button.setAttribute('aria-expanded', String(isOpen))
    if (!isOpen && popup.contains(document.activeElement)) button.focus()
  })
  search.addEventListener('input', fill)
  search.addEventListener('keydown', event => {
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Enter') {
      choose(shown[active]?.value)
      popup.hidePopover()
      button.focus()
    } else if (event.key === 'Escape') {
      choose(before)
      popup.hidePopover()
      button.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  })

  return {
    element,
    open,
    show(value, text) {
      current = value
      name.textContent = text ?? options.find(option => option.value === value)?.text ?? ''
    },
  }
}
