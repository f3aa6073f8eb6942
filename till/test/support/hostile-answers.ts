/** What a server may answer, and how its answer may end: every status × every shape × every cut. */
export interface HostileAnswer {
  name: string
  status: number
  shape: string
  cut: Cut
  /** Whether the shape is one of the interface's own. */
  own: 'error' | 'accepted' | undefined
}

/** `close` and `reset` end the connection there, `hang` says nothing more, `drip` a byte now and then. */
export type Cut = 'whole' | `${'line' | 'head' | 'body'} ${'close' | 'reset' | 'hang' | 'drip'}`

const error = { message: 'Not so', code: null, referenceId: 'ref-1', errors: {} }
const json = JSON.stringify

/** Bodies. */
export const shapes: Readonly<Record<string, () => string>> = {
  'own error': () => json(error),
  'own error without errors': () => json({ ...error, errors: undefined }),
  'own error of a thousand fields': () => errorOf(1000, '[{"code":null,"message":"may not be null"}]'),
  'own error of odd fields': () =>
    json({ ...error, errors: { a: null, b: [], c: [null, 7], d: {}, e: [{ message: {} }], f: [{ message: 'g' }] } }),
  'own error, its message 200 KB without a blank': () => json({ ...error, message: 'x'.repeat(200_000) }),
  'own error, all names of 20 KB': () =>
    json({ ...error, code: 'c'.repeat(20_000), referenceId: '\u{1f9fe}'.repeat(5000) }),
  'own error, __proto__ at fault': () =>
    '{"message":"Not so","code":null,"referenceId":"ref-1","errors":{"__proto__":[{"message":"x"}],"constructor":[]}}',
  'errors a list': () => json({ ...error, errors: [1] }),
  'errors a number': () => json({ ...error, errors: 7 }),
  'errors true': () => json({ ...error, errors: true }),
  'errors a text': () => json({ ...error, errors: 'no' }),
  'errors nested 5,000 deep': () => `{"message":"m","referenceId":"r","errors":${'[{"a":'.repeat(5000)}`,
  'a gateway’s message': () => json({ message: 'Forbidden' }),
  'a framework’s message': () => json({ timestamp: 1, status: 404, error: 'Not Found', message: 'No', path: '/' }),
  'a message that is none': () => json({ ...error, message: null }),
  'a referenceId that is none': () => json({ ...error, referenceId: 7 }),
  null: () => 'null',
  'a number': () => '1e999',
  'a text': () => '"no"',
  'half a text': () => '"no',
  HTML: () => '<!doctype html><title>Welcome</title>',
  nothing: () => '',
  'no UTF-8': () => '\xff'.repeat(10_000),
  accepted: () => json({ receiptId: 'r-1', customerEmailAddress: null, offers: [] }),
  'accepted, odd offers': () =>
    json({ receiptId: 'r-1', offers: [null, 1, {}, { content: 7 }, { content: 'x', imageWidth: 'w' }] }),
  'a receiptId that is none': () => json({ receiptId: 7 }),
  'an empty receiptId': () => json({ receiptId: '' }),
  'a receiptId of 20 KB': () => json({ receiptId: 'r'.repeat(20_000) }),
}

/** Bodies that cost time and memory if they are read as they are. */
export const heavyShapes: Readonly<Record<string, () => string>> = {
  'own error, its message 2 MB of @': () => json({ ...error, message: '@'.repeat(2_000_000) }),
  'own error, its message 2 MB without a blank': () => json({ ...error, message: 'x'.repeat(2_000_000) }),
  'own error, its message 400,000 control characters': () => json({ ...error, message: '\0'.repeat(400_000) }),
  'own error, one field of 2 MB': () =>
    json({ ...error, errors: { ['p'.repeat(1_000_000)]: [{ message: 'm'.repeat(1_000_000) }] } }),
  'own error, 4,000 fields of 500 letters': () => errorOf(4000, json([{ message: 'm'.repeat(500) }])),
  '100,000 fields': () => errorOf(100_000, '0'),
  '500,000 fields': () => errorOf(500_000, 'null'),
  'lists without end': () => '['.repeat(3_000_000),
  'lists nested 1,000,000 deep': () => '['.repeat(1_000_000) + ']'.repeat(1_000_000),
  'objects nested 400,000 deep': () => `${'{"a":'.repeat(400_000)}0${'}'.repeat(400_000)}`,
  'a million backslashes': () => `"${'\\'.repeat(1_000_001)}"`,
  'a million texts': () => '"",'.repeat(1_000_000),
  'a receiptId of 2 MB': () => json({ receiptId: 'r'.repeat(2_000_000) }),
  '20 MB of blanks': () => ' '.repeat(20_000_000),
  'accepted, four large offers': () =>
    json({
      receiptId: 'r-1',
      offers: Array(4).fill({ offerContentType: 'image/png', content: 'A'.repeat(700_000) }),
    }),
}

function errorOf(fields: number, value: string): string {
  const list = Array.from({ length: fields }, (_, index) => `"items[${index}].name":${value}`)
  return `{"message":"Not so","code":null,"referenceId":"ref-1","errors":{${list.join(',')}}}`
}

const statuses = [101, 200, 204, 302, 400, 401, 403, 404, 405, 407, 409, 413, 418, 422, 429, 500, 503, 599]

const ends = ['close', 'reset', 'hang', 'drip'] as const

const cuts = (['line', 'head', 'body'] as const).flatMap(place => ends.map(end => `${place} ${end}` as const))

/** Whole ones of every status and shape. */
export const wholeAnswers = statuses.flatMap(status =>
  Object.keys(shapes).map(shape => answerOf(status, shape, 'whole')),
)

/** The interface's own of every status, whole and cut: what isn't there in full is the same whatever it would have been. */
const cutAnswers = statuses.flatMap(status =>
  (['whole', ...cuts] as const).map(cut => answerOf(status, status === 200 ? 'accepted' : 'own error', cut)),
)

/** Whole ones that are heavy. */
export const heavyAnswers = Object.keys(heavyShapes).map(shape =>
  answerOf(shape.startsWith('own error') || shape.includes('fields') ? 422 : 200, shape, 'whole'),
)

/** Those that come over a network. */
export const hostileAnswers: readonly HostileAnswer[] = [...cutAnswers, ...heavyAnswers]

function answerOf(status: number, shape: string, cut: Cut): HostileAnswer {
  const own = shape.startsWith('own error') ? 'error' : shape.startsWith('accepted') ? 'accepted' : undefined
  return { name: `${status}, ${shape}, ${cut}`, status, shape, cut, own }
}

/** Whole answers that are no HTTP, or odd HTTP. */
export const oddAnswers: Readonly<Record<string, string>> = {
  'no HTTP': 'SSH-2.0-OpenSSH_9.6\r\n',
  zeros: '\0'.repeat(10_000),
  'HTTP/2': 'HTTP/2 200 OK\r\n\r\n',
  'a header without a name': 'HTTP/1.1 200 OK\r\n: x\r\n\r\n',
  'a header with a NUL': 'HTTP/1.1 200 OK\r\nx: \0\r\n\r\n',
  'a header of 1 MB': `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(1_000_000)}\r\n\r\n`,
  '100,000 headers': `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(100_000)}\r\n`,
  'two lengths': 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}',
  'length and chunks': 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}',
  'a length below zero': 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n{}',
  'a chunk without end': 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffffffff\r\n{}',
  '100,000 chunks': `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(100_000)}0\r\n\r\n`,
  'trailers of 1 MB': `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n${'a: b\r\n'.repeat(150_000)}\r\n`,
  '100,000 early hints': 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(100_000),
  '101 to anything': 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  '101 without a protocol': 'HTTP/1.1 101 Switching Protocols\r\n\r\n',
  'gzip that is none': 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 2\r\n\r\n{}',
}

const bodies = new Map<string, Buffer>()

/** Headers of every answer but its length. */
export const hostileHeaders = { location: 'https://receipts.example.com/receipts/r-1', 'retry-after': '1' }

/** The body of a shape. */
export function bodyOf(shape: string): Buffer {
  const body =
    bodies.get(shape) ??
    Buffer.from((shapes[shape] ?? heavyShapes[shape])?.() ?? '', shape === 'no UTF-8' ? 'latin1' : 'utf8')
  bodies.set(shape, body)
  return body
}

/** Bytes of an answer, to where it is cut. */
export function bytesOf({ status, shape, cut }: HostileAnswer): Uint8Array {
  const body = bodyOf(shape)
  const head =
    `HTTP/1.1 ${status} Whatever\r\ncontent-type: application/json\r\nlocation: ${hostileHeaders.location}\r\n` +
    `retry-after: 1\r\ncontent-length: ${body.length}\r\n\r\n`
  if (cut.startsWith('line')) return Buffer.from(head.slice(0, 12))
  if (cut.startsWith('head')) return Buffer.from(head.slice(0, -30))
  if (cut.startsWith('body')) return Buffer.concat([Buffer.from(head), body.subarray(0, body.length / 2)])
  return Buffer.concat([Buffer.from(head), body])
}
