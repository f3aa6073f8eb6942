import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import * as own from '../../src/mail/without-node/host.ts'
import * as node from '../../src/standards/host.ts'
import fc, { anyCharacter } from '../support/fast-check.ts'
import { tries } from '../support/scope.ts'

const bytes = fc.uint8Array({ maxLength: 300 })
const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: fc.nat(0xffff).map(code => String.fromCharCode(code)) }),
)
const times = { numRuns: tries(1000) }

test('it stands in for all of it', () => {
  expect(Object.keys(own).sort()).toEqual(Object.keys(node).sort())
})

test('texts have as many bytes, and the same hash', () => {
  fc.assert(
    fc.property(anyText, text => {
      expect(own.byteLength(text)).toBe(node.byteLength(text))
      expect(own.sha256(text)).toBe(node.sha256(text))
    }),
    times,
  )
  for (let length = 0; length < 200; length++)
    expect(own.sha256('a'.repeat(length))).toBe(node.sha256('a'.repeat(length)))
})

test('bytes have the same base64, hash, checksum and text', () => {
  fc.assert(
    fc.property(bytes, fc.nat(300), fc.nat(0xffffffff), (given, length, before) => {
      expect(own.toBase64(given)).toBe(node.toBase64(given))
      expect(own.sha256(given)).toBe(node.sha256(given))
      expect(own.crc32(given, before)).toBe(node.crc32(given, before))
      expect(own.latin1Text(given, length)).toBe(node.latin1Text(given, length))
      expect([...own.ownBytes(given)]).toEqual([...given])
    }),
    times,
  )
  const long = Uint8Array.from({ length: 100_000 }, (_, at) => at * 7)
  expect(own.toBase64(long)).toBe(node.toBase64(long))
  expect(own.latin1Text(long, long.length)).toBe(node.latin1Text(long, long.length))
})

test('base64 is decoded alike, whatever else is in it', () => {
  const texts = fc.oneof(
    bytes.map(given => node.toBase64(given)),
    fc.string({ unit: fc.constantFrom(...'ABCxyz019+/-_= \n=.!é') }),
  )
  fc.assert(
    fc.property(texts, text => {
      expect([...own.fromBase64(text)]).toEqual([...node.fromBase64(text)])
    }),
    times,
  )
})

test('streams expand alike, and no further than is asked', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), fc.nat(5000), (given, zeros) => {
      const whole = Buffer.concat([given, Buffer.alloc(zeros)])
      const stream = new Uint8Array(deflateSync(whole))
      expect(Buffer.from(own.inflate(stream, whole.length)).equals(whole)).toBe(true)
      if (whole.length === 0) return
      expect(() => own.inflate(stream, whole.length - 1)).toThrow()
      expect(() => own.inflate(stream.subarray(0, -1), whole.length)).toThrow()
    }),
    { numRuns: tries(200) },
  )
  const bomb = new Uint8Array(deflateSync(Buffer.alloc(20_000_000)))
  expect(() => own.inflate(bomb, 1000)).toThrow()
})

test('domains become ASCII alike', () => {
  for (const domain of [
    'example.com',
    'EXAMPLE.com',
    'bücher.example',
    'straße.example',
    '例え.example',
    'xn--bcher-kva.example',
    'a b.example',
    'faß.de',
  ])
    expect(own.asciiDomain(domain), domain).toBe(node.asciiDomain(domain))
})
