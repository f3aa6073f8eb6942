import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { readImage } from '../../../src/receipt/check/image.ts'

const png = (width: number, height: number): Buffer => PNG.sync.write(new PNG({ width, height }), { colorType: 0 })

function gif(
  width: number,
  height: number,
  frame: { left?: number; top?: number; width?: number; height?: number } = {},
): Buffer {
  const bytes = Buffer.from('GIF89a\0\0\0\0\0\0\0', 'latin1')
  bytes.writeUInt16LE(width, 6)
  bytes.writeUInt16LE(height, 8)
  const image = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0x4c, 1, 0])
  image.writeUInt16LE(frame.left ?? 0, 1)
  image.writeUInt16LE(frame.top ?? 0, 3)
  image.writeUInt16LE(frame.width ?? width, 5)
  image.writeUInt16LE(frame.height ?? height, 7)
  return Buffer.concat([bytes, Buffer.from([0x21, 0xf9, 4, 0, 0, 0, 0, 0]), image, Buffer.from([0x3b])])
}

function jpeg(width: number, height: number): Buffer {
  const app = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0])
  const frame = Buffer.from([0xff, 0xc2, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([app, Buffer.from([0xff]), frame, Buffer.from([0xff, 0xd9])])
}

function bmp(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(58)
  bytes.write('BM')
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(width, 18)
  bytes.writeInt32LE(height, 22)
  return bytes
}

const cutHeader = png(8, 4).subarray(0, 20)
const oldBmp = Buffer.concat([Buffer.from('BM'), Buffer.alloc(12), Buffer.from([12, 0, 0, 0, 8, 0, 4, 0, 1, 0, 1, 0])])

describe('an image is what its bytes say', () => {
  it.each([
    ['image/png', png(8, 4)],
    ['image/jpeg', jpeg(8, 4)],
    ['image/gif', gif(8, 4)],
    ['image/bmp', bmp(8, 4)],
    ['image/bmp', bmp(8, -4)],
    ['image/bmp', oldBmp],
  ])('%s', (mimeType, bytes) => {
    const image = readImage(bytes.toString('base64'))
    expect(image).toStrictEqual({ mimeType, width: 8, height: 4, bytes: new Uint8Array(bytes) })
  })
})

it.each([
  [
    { left: 5, top: 0 },
    { width: 13, height: 4 },
  ],
  [
    { left: 0, top: 5 },
    { width: 8, height: 9 },
  ],
  [
    { left: 1990, width: 10 },
    { width: 2000, height: 4 },
  ],
  [
    { top: 1990, height: 10 },
    { width: 8, height: 2000 },
  ],
  [
    { width: 2, height: 2 },
    { width: 8, height: 4 },
  ],
])('a GIF is as large as its screen or its frame %j, wherever that lies', (frame, size) => {
  expect(readImage(gif(8, 4, frame).toString('base64'))).toMatchObject(size)
})

it('a GIF may be cut off after its frame’s description, not before', () => {
  const end = 13 + 8 + 10
  expect(readImage(gif(8, 4).subarray(0, end).toString('base64'))).toMatchObject({ width: 8, height: 4 })
  expect(
    readImage(
      gif(8, 4)
        .subarray(0, end - 1)
        .toString('base64'),
    ),
  ).toHaveProperty('problem')
})

/** A GIF with 2 to 256 colors for its screen, as many for its frame, and a frame wider than the screen. */
function colored(bits: number): Buffer {
  const [head, frame] = [gif(8, 4).subarray(0, 13), Buffer.from([0x2c, 0, 0, 0, 0, 20, 0, 4, 0, 0x80 | bits])]
  head[10] = 0x80 | bits
  const colors = Buffer.alloc(3 * 2 ** (bits + 1), 0x3b)
  const second = Buffer.from([0x2c, 0, 0, 0, 0, 30, 0, 4, 0, 0])
  const pixels = Buffer.from([2, 3, 0x4c, 0x4c, 1, 1, 9, 0])
  return Buffer.concat([head, colors, frame, colors, pixels, second, pixels, Buffer.from([0x3b])])
}

it.each([0, 1, 2, 3, 4, 5, 6, 7])('a GIF of 2 to the power of %i plus one colors is read to its last frame', bits => {
  expect(readImage(colored(bits).toString('base64'))).toMatchObject({ width: 30, height: 4 })
})

describe('an image is refused', () => {
  const broken = /^must be a whole image/
  const strange = 'must be a PNG, JPEG, GIF or BMP image'
  const large = /^must be at most 2000 × 2000 pixels/
  const badBase64 = /^must be base64/
  it.each<[string, string, string | RegExp]>([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'), strange],
    ['an SVG behind a byte order mark', Buffer.from('\ufeff<svg/>').toString('base64'), strange],
    ['HTML', Buffer.from('<script>alert(1)</script>').toString('base64'), strange],
    ['a WebP', Buffer.from('RIFF\0\0\0\0WEBPVP8 ').toString('base64'), strange],
    ['a PDF', Buffer.from('%PDF-1.7').toString('base64'), strange],
    ['a PNG cut off in its header', cutHeader.toString('base64'), broken],
    ['a PNG without a header', Buffer.concat([png(8, 4).subarray(0, 8), Buffer.alloc(40)]).toString('base64'), broken],
    ['a PNG of no width', Buffer.from(png(8, 4)).fill(0, 16, 20).toString('base64'), broken],
    [
      'a JPEG without a frame',
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xd9]).toString('base64'),
      broken,
    ],
    [
      'a JPEG of empty segments',
      Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(2000, 0xff)]).toString('base64'),
      broken,
    ],
    ['a GIF cut off', gif(8, 4).subarray(0, 12).toString('base64'), broken],
    ['a BMP cut off', bmp(8, 4).subarray(0, 24).toString('base64'), broken],
    ['a PNG too wide', png(2001, 1).toString('base64'), large],
    ['a JPEG too high', jpeg(8, 2001).toString('base64'), large],
    ['a GIF of 60000 pixels each way', gif(60000, 60000).toString('base64'), large],
    ['a GIF with a frame larger than its screen', gif(8, 4, { width: 9000, height: 9000 }).toString('base64'), large],
    ['a GIF with a small frame far to the right', gif(8, 4, { left: 1993 }).toString('base64'), large],
    ['a GIF with a small frame far down', gif(8, 4, { top: 1997 }).toString('base64'), large],
    ['a BMP of 12000 pixels each way in 58 bytes', bmp(12000, 12000).toString('base64'), large],
    ['a BMP of 12000 rows from top to bottom', bmp(1, -12000).toString('base64'), large],
    ['nothing', '', badBase64],
    ['a data: address', `data:image/png;base64,${png(8, 4).toString('base64')}`, badBase64],
    [
      'base64 with line breaks',
      png(8, 4)
        .toString('base64')
        .replace(/(.{20})/g, '$1\n'),
      badBase64,
    ],
    [
      'base64 without its padding',
      Buffer.concat([bmp(8, 4), Buffer.alloc(3)])
        .toString('base64')
        .replaceAll('=', ''),
      badBase64,
    ],
    ['base64 of the URL alphabet', png(8, 4).toString('base64url'), /^must be/],
    ['more than 256 KB', Buffer.alloc(256 * 1024 + 1).toString('base64'), 'must be an image of at most 256 KB'],
  ])('%s', (_, base64, problem) => {
    const image = readImage(base64)
    expect('problem' in image ? image.problem : image).toEqual(
      typeof problem === 'string' ? problem : expect.stringMatching(problem),
    )
  })

  it('but not at the largest size', () => {
    expect(readImage(png(2000, 2000).toString('base64'))).toMatchObject({ width: 2000, height: 2000 })
  })
})
