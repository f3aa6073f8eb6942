/**
 * Turns a mail dark as clients do that ignore its own dark mode: light backgrounds and dark letters change their lightness and
 * keep their hue; pictures stay.
 */
export function darkened(document: Document): void {
  const elements = [...document.querySelectorAll<HTMLElement>('body, body *')]
  const shown = elements.map(element => {
    const { color, backgroundColor, borderBottomColor } = getComputedStyle(element)
    return { element, color, backgroundColor, borderBottomColor }
  })
  for (const { element, color, backgroundColor, borderBottomColor } of shown) {
    set(element, 'background-color', backgroundColor, lightness => lightness > 0.5)
    set(element, 'color', color, lightness => lightness < 0.6)
    set(element, 'border-color', borderBottomColor, () => true)
  }
}

function set(element: HTMLElement, property: string, color: string, changes: (lightness: number) => boolean): void {
  const [red = 0, green = 0, blue = 0, alpha = 1] = color.match(/[\d.]+/g)?.map(Number) ?? []
  const lightness = (Math.max(red, green, blue) + Math.min(red, green, blue)) / 510
  if (alpha === 0 || !changes(lightness)) return
  // Not quite black and white, as on phones: 7 % to 95 %. All channels move alike, which keeps the hue.
  const shift = (0.07 + (1 - lightness) * 0.88 - lightness) * 255
  const turned = [red, green, blue].map(value => Math.round(Math.min(Math.max(value + shift, 0), 255)))
  element.style.setProperty(property, `rgb(${turned.join(' ')})`, 'important')
}
