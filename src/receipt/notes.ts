import { limits } from './limits.ts'
import { type Warning, type WarningCode, warningMessages } from './warning.ts'

/** A value's location in a receipt, written as text only when there is something to report. */
export interface ReceiptLocation {
  within: ReceiptLocation | undefined
  key: string | number
}

/** What is noticed while reading one receipt, in addition to earlier warnings. */
export class Notes {
  readonly warnings: Warning[]
  /** Current path → path it was sent at. */
  readonly moved = new Map<string, string>()
  /** Whether the receipt was accepted before, maybe by an earlier version. */
  isStored = false
  /** Whether some extra fields were left out. */
  extraCut = false
  /** Texts and numbers that are not in the interface, by path. */
  readonly extra = new Map<string, string | number>()

  constructor(warnings: readonly Warning[] = []) {
    this.warnings = [...warnings]
  }

  /** Adds a warning; at the limit, one that says there are more. `detail` is appended to the code's message. */
  warn(path: string, code: WarningCode, detail?: string): void {
    const { warnings } = this
    if (warnings.length > limits.warnings) return
    if (warnings.length === limits.warnings) {
      warnings.push({ path: 'receipt', code: 'too_many_warnings', message: warningMessages.too_many_warnings })
      return
    }
    const message = warningMessages[code]
    warnings.push({ path, code, message: detail === undefined ? message : `${message} ${detail}` })
  }

  /** The path at which this value was sent, which differs if a variant of the interface was used. */
  sentPath(path: string): string {
    if (this.moved.size === 0) return path
    for (
      let end = path.length;
      end > 0;
      end = Math.max(path.lastIndexOf('.', end - 1), path.lastIndexOf('[', end - 1))
    ) {
      const sent = this.moved.get(path.slice(0, end))
      if (sent !== undefined) return sent + path.slice(end)
    }
    return path
  }
}

/** A path as the interface writes it: `orders[0].items[1].name`. */
export function pathOf(place: ReceiptLocation | undefined): string {
  const keys: (string | number)[] = []
  for (let here = place; here; here = here.within) keys.push(here.key)
  return joinPath(keys.reverse())
}

/** The same from a list of keys and indexes; an empty list is `receipt`. Overlong keys are cut. */
export function joinPath(keys: readonly PropertyKey[]): string {
  let path = ''
  for (const key of keys) {
    const name = typeof key === 'number' ? `[${key}]` : shortened(String(key))
    path += path === '' || typeof key === 'number' ? name : `.${name}`
  }
  return path === '' ? 'receipt' : path
}

function shortened(key: string): string {
  return key.length > limits.key ? `${key.slice(0, limits.key)}…` : key
}
