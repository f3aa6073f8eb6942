import { strFromU8, strToU8, zlibSync } from 'fflate'
import { inflate } from '../../../src/mail/without-node/host.ts'

/** What a link holds: the receipt's JSON as written, the language and the look. */
export interface LinkedReceipt {
  receipt: string
  language: string
  look: string
}

/** Characters of a receipt that a link may hold: browsers take addresses of 2 MB, mail programs fewer. */
export const mostHeld = 200_000

/** The fragment of a link that holds a receipt: it never leaves the browser. Undefined if it is too long. */
export function heldIn({ receipt, language, look }: LinkedReceipt): string | undefined {
  if (receipt.length > mostHeld) return undefined
  const packed = zlibSync(strToU8(receipt), { level: 9 })
  const text = btoa(strFromU8(packed, true)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return `#${new URLSearchParams({ language, look, receipt: text })}`
}

/** What a fragment holds; undefined if that isn't a receipt of ours, or it was cut. */
export function readHeld(fragment: string): LinkedReceipt | undefined {
  const given = new URLSearchParams(fragment.replace(/^#/, ''))
  const text = given.get('receipt')
  if (!text || text.length > 2 * mostHeld) return undefined
  try {
    const packed = strToU8(atob(text.replaceAll('-', '+').replaceAll('_', '/')), true)
    const receipt = strFromU8(inflate(packed, 4 * mostHeld))
    return { receipt, language: given.get('language') ?? '', look: given.get('look') ?? '' }
  } catch {
    return undefined
  }
}
