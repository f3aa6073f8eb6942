import { zlibSync } from 'fflate'

/** Compresses bytes as a zlib stream (RFC 1950), the same on every host: a version of Node may have another zlib, and an edge runtime none. */
export function compress(bytes: Uint8Array): Uint8Array {
  return zlibSync(bytes, { level: 6 })
}
