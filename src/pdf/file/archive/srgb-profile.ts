/**
 * The sRGB color space (IEC 61966-2-1) as a profile for displays (ICC.1:2022, version 4.4): what a document's colors mean where
 * nothing else says it. Its numbers are the standards' own, so it is nobody's but ours.
 *
 * @returns 500 bytes, always the same
 */
export function srgbProfile(): Buffer {
  const blobs = [
    { tags: ['desc'], data: text('sRGB') },
    { tags: ['cprt'], data: text('Public domain') },
    { tags: ['wtpt'], data: xyz(...d50) },
    { tags: ['chad'], data: Buffer.concat([Buffer.from('sf32\0\0\0\0'), ...adaptation.map(fixed)]) },
    { tags: ['rXYZ'], data: xyz(0.43607, 0.22249, 0.01392) },
    { tags: ['gXYZ'], data: xyz(0.38515, 0.71687, 0.09708) },
    { tags: ['bXYZ'], data: xyz(0.14307, 0.06061, 0.7141) },
    { tags: ['rTRC', 'gTRC', 'bTRC'], data: curve() },
  ]
  const count = blobs.reduce((sum, { tags }) => sum + tags.length, 0)
  let offset = 128 + 4 + 12 * count
  const table = [whole(count)]
  for (const { tags, data } of blobs) {
    for (const tag of tags) table.push(Buffer.from(tag), whole(offset), whole(data.length))
    offset += data.length
  }
  return Buffer.concat([header(offset), ...table, ...blobs.map(({ data }) => data)])
}

/** The white that profiles are relative to (7.2.16). */
const d50 = [0.9642, 1, 0.8249] as const

/** Bradford's matrix from sRGB's white, D65, to D50 (annex E). */
const adaptation = [1.0479, 0.0229, -0.0502, 0.0296, 0.99046, -0.01707, -0.00925, 0.01508, 0.75168]

/** 7.2: an RGB display profile, media-relative; its date is that of the standard's edition. */
function header(size: number): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.writeUInt32BE(size, 0)
  bytes.writeUInt32BE(0x04400000, 8)
  bytes.write('mntrRGB XYZ ', 12, 'latin1')
  for (const [at, part] of [2022, 5, 1, 0, 0, 0].entries()) bytes.writeUInt16BE(part, 24 + 2 * at)
  bytes.write('acsp', 36, 'latin1')
  for (const [at, part] of d50.entries()) fixed(part).copy(bytes, 68 + 4 * at)
  return bytes
}

/** 10.15: one text, in English. */
function text(value: string): Buffer {
  const utf16 = Buffer.from(value, 'utf16le').swap16()
  const head = [Buffer.from('mluc\0\0\0\0'), whole(1), whole(12), Buffer.from('enUS'), whole(utf16.length), whole(28)]
  // Each tag begins at a multiple of four.
  return Buffer.concat([...head, utf16, Buffer.alloc(utf16.length % 4)])
}

/** 10.31 */
function xyz(x: number, y: number, z: number): Buffer {
  return Buffer.concat([Buffer.from('XYZ \0\0\0\0'), fixed(x), fixed(y), fixed(z)])
}

/** 10.18, function 3: a line near black, then a power. */
function curve(): Buffer {
  const parameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
  return Buffer.concat([Buffer.from('para\0\0\0\0\0\x03\0\0'), ...parameters.map(fixed)])
}

/** 4.5: a signed number with 16 bits behind the point. */
function fixed(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(Math.round(number * 65_536))
  return bytes
}

function whole(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  return bytes
}
