import { pick, type Random } from '../random.ts'

const line = 'POST /ws/rest/v1/merchants/demo/receipts HTTP/1.1\r\nHost: x\r\n'

const broken: readonly ((random: Random) => string)[] = [
  () => 'GET / HTTP/1.1\r\n\r\n',
  () => 'GET /\r\n\r\n',
  () => 'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
  () => 'BREW /pot HTTP/1.1\r\nHost: x\r\n\r\n',
  () => 'get /healthz HTTP/1.1\r\nhost: x\r\n\r\n',
  () => `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  () => `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
  () => `GET / HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(3000)}\r\n`,
  () => `${line}Content-Length: abc\r\n\r\n`,
  () => `${line}Content-Length: -1\r\n\r\n{}`,
  () => `${line}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}`,
  () => `${line}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  () => `${line}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`,
  () => `${line}Transfer-Encoding: gzip\r\n\r\n`,
  () => `${line}Bad Header\r\n\r\n`,
  () => `${line} folded: 1\r\n\r\n`,
  () => `${line}X: a\u0000b\r\n\r\n`,
  () => `${line}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
  () => 'GET http://evil.example.com/ HTTP/1.1\r\nHost: x\r\n\r\n',
  () => 'GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n',
  () => 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  () => 'GET /healthz HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  () => '\r\n\r\n',
  () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  random => Array.from({ length: 200 }, () => String.fromCharCode(Math.floor(random() * 256))).join(''),
]

/** Bytes that are no request, or one that contradicts itself. */
export function brokenRequest(random: Random): Buffer {
  return Buffer.from(pick(random, broken)(random), 'latin1')
}
