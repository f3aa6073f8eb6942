import { createHmac } from 'node:crypto'

/** The code of a secret at a time (RFC 6238, RFC 4226 5.3), by another way than the service's library. */
export function codeAt(secret: string, milliseconds: number): string {
  const bits = [...secret].map(letter =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(milliseconds / 30_000)))
  const mac = createHmac('sha1', Buffer.from(bytes.map(byte => Number.parseInt(byte, 2))))
    .update(step)
    .digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}
