import { crc32, deflateRawSync } from 'node:zlib'

/** A file's path in an archive, with `/` separators, and its content. */
export type ZipEntry = readonly [path: string, content: string | Uint8Array]

/** Packs files into a ZIP archive (PKWARE APPNOTE 6.3), dated 1980-01-01: equal files give equal bytes. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, content] of entries) {
    const name = Buffer.from(path, 'utf8')
    const bytes = Buffer.from(content as Uint8Array)
    const packed = deflateRawSync(bytes)
    const fields = fieldsOf(bytes, packed, name)
    const file = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), fields, name, packed])
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), fields, entry, name]))
    files.push(file)
    offset += file.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.set([0x50, 0x4b, 5, 6])
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, listed, end])
}

/** What a file's own header and the directory both say: version, UTF-8 names, deflated, date, checksum, sizes. */
function fieldsOf(bytes: Buffer, packed: Buffer, name: Buffer): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(0x0800, 2)
  fields.writeUInt16LE(8, 4)
  fields.writeUInt16LE(0, 6)
  fields.writeUInt16LE(0x0021, 8)
  fields.writeUInt32LE(crc32(bytes), 10)
  fields.writeUInt32LE(packed.length, 14)
  fields.writeUInt32LE(bytes.length, 18)
  fields.writeUInt16LE(name.length, 22)
  return fields
}
