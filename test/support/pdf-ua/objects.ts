import { inflateSync } from 'node:zlib'
import { unpacked } from '../../../src/pdf/file/packed-pdf.ts'

/** A document's objects as text, by number; streams are only their dictionaries. */
export interface PdfObjects {
  texts: Map<number, string>
  trailer: string
  /** The inflated data of a stream. */
  data(number: number): string
  /** The object that a key of `text` refers to; empty if it has no such key. */
  follow(text: string, key: string): string
}

/** Reads the objects of a PDF with regular expressions, by no code that wrote it. */
export function readObjects(pdf: Uint8Array): PdfObjects {
  const raw = unpacked(pdf)
  const texts = new Map<number, string>()
  const streams = new Map<number, string>()
  for (const [, number, body] of raw.matchAll(/(?<=^|\n)(\d+) 0 obj\n(.*?)\nendobj(?=\n)/gs)) {
    const at = body!.indexOf('>> stream\n')
    texts.set(Number(number), at < 0 ? body! : body!.slice(0, at + 2))
    if (at >= 0) streams.set(Number(number), body!.slice(at + '>> stream\n'.length, body!.lastIndexOf('\nendstream')))
  }
  const trailer = [...texts.values()].find(text => text.includes('/Type /XRef'))!
  const objects: PdfObjects = {
    texts,
    trailer,
    data(number) {
      const bytes = Buffer.from(streams.get(number) ?? '', 'latin1')
      const isDeflated = /\/Filter \/FlateDecode/.test(texts.get(number)!)
      return (isDeflated ? inflateSync(bytes) : bytes).toString('latin1')
    },
    follow: (text, key) => texts.get(Number(new RegExp(`/${key} (\\d+) 0 R`).exec(text)?.[1])) ?? '',
  }
  return objects
}

/** The numbers of objects of a type: `Page`, `StructElem`. */
export function objectsOfType({ texts }: PdfObjects, type: string): [number, string][] {
  return [...texts].filter(([, text]) => new RegExp(`^<</Type /${type}\\b`).test(text))
}
