type Attributes = Record<string, string | number | boolean | undefined>

/** What an element may hold; `undefined` and `false` are left out. */
export type Child = Node | string | undefined | false

/**
 * Makes an element. Omits attributes that are `false` or `undefined`; text is never markup.
 *
 * @param name tag and classes, such as `button.quiet`
 */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name | `${Name}.${string}`,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const [tag, ...classes] = name.split('.')
  const element = document.createElement(tag as Name)
  element.classList.add(...classes)
  for (const [attribute, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(attribute, value === true ? '' : String(value))
  element.append(...children.filter(child => child !== undefined && child !== false))
  return element
}

/** The same, told about an event. */
export function on<Target extends EventTarget>(target: Target, type: string, work: (event: Event) => void): Target {
  target.addEventListener(type, work)
  return target
}

/** A label that nobody sees, for those who listen. */
export function unseen(text: string): HTMLElement {
  return make('span.unseen', {}, text)
}

let made = 0

/** An id that no other element has. */
export function newId(): string {
  made += 1
  return `n${made}`
}
