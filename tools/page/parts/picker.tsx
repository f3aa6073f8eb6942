/* biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a list is a list box, as ARIA's practices have it */
/* biome-ignore-all lint/a11y/useFocusableInteractive: the search keeps the focus */
/* biome-ignore-all lint/a11y/noRedundantRoles: a search has another role without its list */
import { render } from 'preact'
import { elementOf, one } from './dom.tsx'

/** An option. */
export interface Option {
  value: string
  text: string
  /** Small text at the end. */
  note?: string
  /** Heading above the first option of its group. */
  group?: string
}

/**
 * A button with a searchable list. Arrow keys pick right away, so that the renderings follow; Enter keeps the choice, Escape
 * restores the previous one.
 *
 * @param key opens it, if there is one
 */
export function createPicker(
  label: string,
  key: string | undefined,
  options: readonly Option[],
  picked: (value: string) => void,
) {
  let all = options
  const listId = `${label.toLowerCase()}-options`
  const what = `Search ${label.toLowerCase()}`
  const element = elementOf<HTMLElement>(
    <div>
      <button
        class="picker"
        type="button"
        aria-haspopup="listbox"
        aria-expanded="false"
        aria-keyshortcuts={key}
        onClick={open}
      >
        <span class="what">{label}</span>
        <span class="picked" />
      </button>
      <div class="popup" popover="auto" onToggle={toggled}>
        <input
          type="search"
          role="combobox"
          list={undefined}
          aria-expanded="true"
          aria-controls={listId}
          aria-label={what}
          placeholder={what}
          autocomplete="off"
          spellcheck={false}
          onInput={fill}
          onKeyDown={onKey}
        />
        <ul id={listId} role="listbox" aria-label={label} />
      </div>
    </div>,
  )
  const [button, popup] = [one(element, '.picker'), one(element, '.popup')]
  const [search, list] = [one<HTMLInputElement>(element, 'input'), one(element, 'ul')]
  let current: string | undefined
  let before: string | undefined
  let active = -1
  let matches: Option[] = []

  function fill(): void {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
    matches = all.filter(option => {
      const text = `${option.text} ${option.note ?? ''} ${option.group ?? ''}`.toLowerCase()
      return words.every(word => text.includes(word))
    })
    activate(Math.max(0, words.length ? 0 : matches.findIndex(({ value }) => value === current)))
  }

  function draw(): void {
    const rows = matches.flatMap(({ value, text, note, group }, index) => [
      group !== undefined && group !== matches[index - 1]?.group && (
        <li class="group" role="presentation">
          {group}
        </li>
      ),
      <li
        key={value}
        class={index === active ? 'option active' : 'option'}
        role="option"
        id={`${listId}-${index}`}
        aria-selected={value === current}
      >
        <span dir="auto">{text}</span>
        {note && <span class="note">{note}</span>}
      </li>,
    ])
    const none = (
      <li class="group" role="presentation">
        No matches
      </li>
    )
    render(matches.length > 0 ? rows : none, list)
  }

  function activate(index: number): void {
    active = index
    draw()
    const element = list.querySelector('.active')
    element?.scrollIntoView({ block: 'nearest' })
    search.setAttribute('aria-activedescendant', element?.id ?? '')
  }

  function choose(value: string | undefined): void {
    if (value === undefined || value === current) return
    current = value
    draw()
    picked(value)
  }

  function step(by: number): void {
    if (!matches.length) return
    activate((active + by + matches.length) % matches.length)
    // The user's receipt is in no list, so it would be lost.
    if (before !== undefined) choose(matches[active]?.value)
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

  function toggled(event: Event): void {
    const isOpen = (event as ToggleEvent).newState === 'open'
    button.setAttribute('aria-expanded', String(isOpen))
    if (!isOpen && popup.contains(document.activeElement)) button.focus()
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Enter' || event.key === 'Escape') {
      choose(event.key === 'Enter' ? matches[active]?.value : before)
      popup.hidePopover()
      button.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  list.addEventListener('click', event => {
    const option = (event.target as HTMLElement).closest('.option')
    if (!option) return
    choose(matches[[...list.querySelectorAll('.option')].indexOf(option)]?.value)
    popup.hidePopover()
  })
  return {
    element,
    open,
    /** Takes other options. */
    setOptions(next: readonly Option[]) {
      all = next
    },
    /** Shows what is picked; `text` if it is not among the options. */
    show(value: string | undefined, text?: string) {
      current = value
      one(element, '.picked').textContent = text ?? all.find(option => option.value === value)?.text ?? ''
    },
  }
}
