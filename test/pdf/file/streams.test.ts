import { expect, test } from 'vitest'
import { compressedStream, inflated } from '../../../src/pdf/file/plain-pdf.ts'

test('a stream of any length holds its content, whatever was compressed before', () => {
  const contents = [70_000, 65_536, 65_537, 3, 0].map(length =>
    'Total 9.50 \xe9\n'.repeat(length / 12 + 1).slice(0, length),
  )
  const streams = contents.map((content, at) => compressedStream(at + 1, '', content))
  expect(streams.map(({ content }) => inflated(content))).toEqual(contents)
  expect(compressedStream(1, '', contents[0]!)).toEqual(streams[0])
})
