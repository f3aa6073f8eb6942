import { byId } from '../parts/dom.ts'

/** Flashes the light next to the name: the rendering is new. */
export function showFresh(): void {
  const lamp = byId('live')
  lamp.classList.remove('fresh')
  // The animation only restarts if a layout happens without the class.
  void lamp.offsetWidth
  lamp.classList.add('fresh')
}

/** Shows with the light whether the studio is still running. */
export function showConnection(isThere: boolean): void {
  const lamp = byId('live')
  lamp.classList.toggle('gone', !isThere)
  lamp.title = isThere
    ? 'Renders again when you save a file in the template folder'
    : 'The studio has stopped; start it again'
}
