import { make, newId } from '../parts/dom.ts'
import { t } from '../parts/words.ts'

export interface Warning {
  path: string
  code: string
  message: string
}

/** What is odd about a receipt's data, and the request as the till sent it. */
export function dataSection(request: string, warnings: readonly Warning[]): HTMLElement {
  const titleId = newId()
  return make(
    'section.card',
    { 'aria-labelledby': titleId },
    make('h2', { id: titleId }, t('data.title')),
    warnings.length === 0
      ? make('p.hint', {}, t('data.fine'))
      : make(
          'details.warnings',
          {},
          make('summary', {}, t('data.warnings', { count: warnings.length })),
          make(
            'ul',
            { dir: 'ltr', lang: 'en' },
            ...warnings.map(({ path, message }) => make('li', {}, make('code', {}, path), make('p', {}, message))),
          ),
        ),
    make(
      'details',
      {},
      make('summary', {}, t('data.request')),
      make('pre', { dir: 'ltr', tabindex: 0 }, indented(request)),
    ),
  )
}

/** JSON on several lines, every number with the digits that were sent, where the browser can. */
function indented(text: string): string {
  const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown }
  const asSent = (_: string, value: unknown, { source }: { source?: string } = {}) =>
    typeof value === 'number' && rawJSON && source !== undefined ? rawJSON(source) : value
  return JSON.stringify(JSON.parse(text, asSent), null, 2)
}
