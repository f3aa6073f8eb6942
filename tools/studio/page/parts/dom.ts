/** An element that the page always has. */
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  return document.getElementById(id) as Kind
}

type Attributes = Record<string, string | number | boolean | undefined>

/**
 * Makes an element. Omits attributes that are `false` or `undefined`; text is never markup.
 *
 * @param name tag and classes, such as `button.toggle`
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

/** Calls `work` after a pause in calls. */
export function debounced<Given extends unknown[]>(milliseconds: number, work: (...given: Given) => void) {
  let waiting: ReturnType<typeof setTimeout> | undefined
  return (...given: Given) => {
    clearTimeout(waiting)
    waiting = setTimeout(() => work(...given), milliseconds)
  }
}
