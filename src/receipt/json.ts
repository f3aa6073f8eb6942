import { limits } from './limits.ts'

/**
 * Parses JSON text or its UTF-8 bytes; returns any other value as it is. Returns `problem` if the text is too long or isn't
 * JSON; the message repeats nothing of the text.
 */
export function readJson(input: unknown): { value: unknown } | { problem: string } {
  if (typeof input !== 'string' && !(input instanceof Uint8Array)) return { value: input }
  if (bytesOf(input) > limits.input) return { problem: `must be at most ${limits.input} bytes` }
  const text = typeof input === 'string' ? input : decoded(input)
  if (text === undefined) return { problem: 'must be UTF-8' }
  try {
    return { value: JSON.parse(text.replace(/^\ufeff/, '')) }
  } catch (error) {
    const position = /at position (\d{1,7})/.exec(String(error))?.[1]
    return {
      problem: position === undefined ? 'must be JSON' : `must be JSON; it breaks at character ${Number(position) + 1}`,
    }
  }
}

/** The size as UTF-8. A text that is short enough at three bytes a character isn't looked at. */
function bytesOf(input: string | Uint8Array): number {
  return typeof input === 'string' && input.length * 3 > limits.input ? Buffer.byteLength(input, 'utf8') : input.length
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
