import { make } from '../parts/dom.ts'

/** Opens a file of the template folder at a line. */
export type OpenFile = (file: string, line: number) => void

/** Files that the studio can edit. */
const editable = /\.(hbs|css)$/

/** A place in the template folder; a template's opens in the editor. */
export function placeButton(
  { file, line, column }: { file: string; line: number; column: number },
  open: OpenFile,
): HTMLElement {
  const text = `${file}:${line}:${column}`
  if (!editable.test(file)) return make('b.where', {}, text)
  const button = make('button.where', { type: 'button', title: 'Edit' }, text)
  button.addEventListener('click', () => open(file, line))
  return button
}
