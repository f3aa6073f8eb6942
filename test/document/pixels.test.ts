import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { onWhite, readPixels } from '../../src/document/pixels.ts'
import { createEngine } from '../../src/engine.ts'
import { fixtureNamed } from '../support/fixtures.ts'
import { type Color, png, pngLogo } from '../support/logos.ts'

const ink: Color = [20, 30, 90, 255]
const mimeType = 'image/png'
const middle = (240 * 40 + 120) * 4

describe('onWhite', () => {
  test.each<[string, Color, number[]]>([
    ['none', [20, 30, 90, 255], [20, 30, 90, 255]],
    ['half', [20, 30, 90, 128], [137, 142, 172, 255]],
    ['full', [20, 30, 90, 0], [255, 255, 255, 255]],
  ])('blends with white: %s', (_, color, expected) => {
    const { rgba } = readPixels(onWhite({ mimeType, bytes: pngLogo(color) }).bytes)
    expect([...rgba.subarray(middle, middle + 4)]).toEqual(expected)
    expect([...rgba.subarray(0, 4)]).toEqual([255, 255, 255, 255])
  })

  /** Noise of so many colors, most of it transparent. */
  const noise = (count: number, colorOf: (at: number) => Color, width = 31) => {
    const rows = Array.from({ length: 20 }, (_, row) => [
      0,
      ...Array.from({ length: width }, (_, at) => colorOf((row * width + at) % count)).flat(),
    ])
    return png({ width, height: 20, depth: 8, type: 6 }, Buffer.from(rows.flat()))
  }

  test.each<[what: string, picture: Uint8Array, type: number, depth: number]>([
    ['one color, half a byte a pixel', pngLogo([0, 0, 0, 255]), 3, 4],
    ['sixteen, half a byte', noise(16, at => [20, 30, 90, 17 * at]), 3, 4],
    ['sixteen, in rows of an even width', noise(16, at => [20, 30, 90, 17 * at], 30), 3, 4],
    ['shades of a color, a byte', noise(256, at => [20, 30, 90, at]), 3, 8],
    ['shades of black, a byte', noise(256, at => [0, 0, 0, at]), 0, 8],
    ['a photograph, three', noise(400, at => [at & 255, 255 - (at & 255), at >> 1, 200]), 2, 8],
  ])('takes as little as it can: %s', (_, picture, type, depth) => {
    const { bytes } = onWhite({ mimeType, bytes: picture })
    expect([bytes[25], bytes[24]]).toEqual([type, depth])
    const { rgba } = readPixels(picture)
    const white = rgba.map((level, at) => {
      const alpha = rgba[at | 3]!
      return at % 4 === 3 ? 255 : 255 - Math.round(((255 - level) * alpha) / 255)
    })
    expect(Buffer.compare(readPixels(bytes).rgba, white)).toBe(0)
    expect(Buffer.compare(PNG.sync.read(Buffer.from(bytes)).data, white)).toBe(0)
  })

  test('reads 16 bits a channel', () => {
    const pixels = Buffer.from('00' + '14141e1e5a5affff' + '0000000000000000', 'hex')
    const deep = png({ width: 2, height: 1, depth: 16, type: 6 }, pixels)
    expect([...readPixels(onWhite({ mimeType, bytes: deep }).bytes).rgba]).toEqual([...ink, 255, 255, 255, 255])
  })

  test('leaves what is opaque, broken, no PNG or too large as it is', () => {
    const opaque = { mimeType, bytes: pngLogo(ink, { border: [255, 255, 255, 255] }) }
    expect(onWhite(opaque)).toBe(opaque)
    const jpeg = { mimeType: 'image/jpeg', bytes: Uint8Array.of(0xff, 0xd8, 0xff) }
    expect(onWhite(jpeg)).toBe(jpeg)
    const broken = { mimeType, bytes: pngLogo(ink).slice(0, 60) }
    expect(onWhite(broken)).toBe(broken)
    const picture = { mimeType, bytes: pngLogo(ink) }
    const budget = { pixels: 2 * 240 * 80 }
    const each = [picture, picture, picture].map(one => onWhite(one, budget) === picture)
    expect(each).toEqual([false, false, true])
  })
})

test('a signature from a pad without paper is on white in the mail', async () => {
  const { receipt } = fixtureNamed('restaurant-tip')
  const engine = await createEngine()
  const signature = engine.email(receipt).attachments.find(({ filename }) => filename.startsWith('signature-'))!
  const { rgba } = readPixels(signature.content)
  expect(rgba.filter((_, at) => at % 4 === 3).every(alpha => alpha === 255)).toBe(true)
})
