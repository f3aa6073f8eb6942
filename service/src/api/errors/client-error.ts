import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { HttpError } from './error-response.ts'

/**
 * Answers input that isn't HTTP, after the parser gave up on the connection, if the client still listens. Then the connection is
 * gone: a client that keeps its side open would hold it for good.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isHandshaking(socket)) {
    socket.destroy()
    return
  }
  const { status, message } = meanings[error.code ?? ''] ?? { status: 400, message: 'Bad Request' }
  const body = JSON.stringify(new HttpError(status, message).toErrorResponse(randomUUID()))
  socket.end(
    `HTTP/1.1 ${status} ${message}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  socket.destroySoon()
  // Whoever reads nothing lets no answer out.
  socket.setTimeout(answerPatience, () => socket.destroy())
}

/** Milliseconds. */
const answerPatience = 1000

/** Before the handshake is over, nothing can be written. */
function isHandshaking(socket: Socket & { secureConnecting?: boolean }): boolean {
  return socket.secureConnecting === true
}

const meanings: Readonly<Record<string, { status: number; message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'Request Header Fields Too Large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'Request Timeout' },
}
