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

  test('black ink takes a byte a pixel', () => {
    const { bytes } = onWhite({ mimeType, bytes: pngLogo([0, 0, 0, 255]) })
    expect(bytes[25]).toBe(0)
    expect([...readPixels(bytes).rgba.subarray(middle, middle + 4)]).toEqual([0, 0, 0, 255])
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
