import { byId } from './dom.ts'

/** Lights the lamp beside the name for a moment: what is on show is new. */
export function showFresh(): void {
  const lamp = byId('live')
  lamp.classList.remove('fresh')
  // Only a class that was gone when the page was laid out starts the animation again.
  void lamp.offsetWidth
  lamp.classList.add('fresh')
}

/** Says by the lamp whether the studio is still there. */
export function showConnection(isThere: boolean): void {
  const lamp = byId('live')
  lamp.classList.toggle('gone', !isThere)
  lamp.title = isThere
    ? 'Renders again when a file of the template folder is saved'
    : 'The studio has ended; start it again'
}
