/** An element of the page that is always there. */
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  return document.getElementById(id) as Kind
}

type Attributes = Record<string, string | number | boolean | undefined>

/**
 * Makes an element. Attributes that are `false` or `undefined` are left out; texts are texts, never markup.
 *
 * @param name such as `button.toggle`: the tag, and its classes
 */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name | `${Name}.${string}`,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const [tag, ...classes] = name.split('.')
  const element = document.createElement(tag as Name)
  element.classList.add(...classes)
  for (const [attribute, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(attribute, value === true ? '' : String(value))
  element.append(...children)
  return element
}

/** Calls `work` when nothing has asked for it for a while. */
export function debounced<Given extends unknown[]>(milliseconds: number, work: (...given: Given) => void) {
  let waiting: ReturnType<typeof setTimeout> | undefined
  return (...given: Given) => {
    clearTimeout(waiting)
    waiting = setTimeout(() => work(...given), milliseconds)
  }
}
