import { useLayoutEffect } from 'preact/hooks'
import { addressOf, go } from '../parts/router.ts'
import { t } from '../parts/words.ts'

/** The list that was shown last: its receipts, and where it goes on. It is gone when the page is loaded anew. */
let list: { ids: readonly string[]; older?: string | undefined; newer?: string | undefined } = { ids: [] }

/** Remembers a list, so that its receipts can be looked at one after the other. */
export function rememberList(shown: typeof list): void {
  list = shown
}

/** Links to the receipts beside this one in the list that it was opened from, also by Alt with an arrow up or down. */
export function Steps({ id }: { id: string }) {
  const at = list.ids.indexOf(id)
  const before = at < 0 ? undefined : addressFor(list.ids[at - 1], list.newer)
  const after = at < 0 ? undefined : addressFor(list.ids[at + 1], list.older)
  // Before the receipt is seen: a key pressed at once would else go from the one that was shown before it.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const to = { ArrowUp: before, ArrowDown: after }[event.key]
      if (to === undefined || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (event.target instanceof Element && event.target.matches('input, select, textarea, dialog *')) return
      event.preventDefault()
      go(to)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [before, after])
  if (before === undefined && after === undefined) return null
  return (
    <nav class="steps" aria-label={t('receipt.steps')}>
      {before !== undefined && (
        <a class="quiet" href={before} rel="prev" aria-keyshortcuts="Alt+ArrowUp" title="Alt ↑">
          {t('receipt.before')}
        </a>
      )}
      {after !== undefined && (
        <a class="quiet" href={after} rel="next" aria-keyshortcuts="Alt+ArrowDown" title="Alt ↓">
          {t('receipt.after')}
        </a>
      )}
    </nav>
  )
}

/** A receipt's address, or beyond the first and last that of the list's other page. */
function addressFor(id: string | undefined, page: string | undefined): string | undefined {
  return id === undefined ? page : addressOf(['receipts', id])
}
