import { type ComponentChild, render } from 'preact'

/** An element that the page always has. */
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  return document.getElementById(id) as Kind
}

/** Makes an element that is the page's own: it changes what is in it by hand. */
export function elementOf<Kind extends HTMLElement>(node: ComponentChild): Kind {
  const place = document.createElement('div')
  render(node, place)
  return place.firstElementChild as Kind
}

/** The element inside another that it always has. */
export function one<Kind extends HTMLElement = HTMLElement>(element: HTMLElement, selector: string): Kind {
  // biome-ignore lint/style/noNonNullAssertion: callers ask for what they drew
  return element.querySelector<Kind>(selector)!
}

/** A button that names a field, or a place that shows it. */
export function PathButton({ text, pick }: { text: string; pick: () => void }) {
  return (
    <button class="path" type="button" onClick={pick}>
      {text}
    </button>
  )
}

/** Calls `work` after a pause in calls. */
export function debounced<Given extends unknown[]>(milliseconds: number, work: (...given: Given) => void) {
  let waiting: ReturnType<typeof setTimeout> | undefined
  return (...given: Given) => {
    clearTimeout(waiting)
    waiting = setTimeout(() => work(...given), milliseconds)
  }
}
