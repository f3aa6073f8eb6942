import { limits } from './limits.ts'
import { type Warning, type WarningCode, warningMessages } from './warning.ts'

/** Where a value stands in a receipt, written out as text only when there is something to say about it. */
export interface Place {
  within: Place | undefined
  key: string | number
}

/** What is noticed on the way through one receipt, after what was noticed before. */
export class Notes {
  readonly warnings: Warning[]
  /** Where a value is found now → where it was sent. */
  readonly moved = new Map<string, string>()
  /** Says that some of them were left out. */
  extraCut = false
  /** Text and numbers outside the interface, by path. */
  readonly extra = new Map<string, string | number>()

  constructor(warnings: readonly Warning[] = []) {
    this.warnings = [...warnings]
  }

  /** Adds a warning; beyond the limit only that there are more. `detail` follows the message of the code. */
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

  /** The path at which the value of this path was sent: another one where a variant of the interface was used. */
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

/** The interface's form of a path: `orders[0].items[1].name`. */
export function pathOf(place: Place | undefined): string {
  const keys: (string | number)[] = []
  for (let here = place; here; here = here.within) keys.push(here.key)
  return joinPath(keys.reverse())
}

/** The same from a list of keys and positions; no keys at all is the `receipt` itself. A key too long for one is cut. */
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
