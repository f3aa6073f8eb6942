import { expect, test, vi } from 'vitest'
import { OptionError } from '../../../src/errors.ts'
import { openStudio } from '../../../tools/studio/server/studio.ts'

vi.mock('../../../tools/goldens/pictures/pdf-pages.ts', () => ({
  pagePictures: () => Promise.reject(new OptionError('@hyzyla/pdfium is not installed.')),
}))

test('sends the PDF without pictures if @hyzyla/pdfium is missing', async () => {
  const studio = await openStudio({ port: 0 })
  const { origin } = new URL(studio.url)
  const answer = await fetch(`${origin}/api/pages`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify({ fixture: 'minimal', paper: 'roll58' }),
  })
  const { pages, pdf } = (await answer.json()) as { pages: unknown; pdf: string }
  expect(pages).toBeNull()
  expect(Buffer.from(pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  await studio.close()
})
