import { expect, test } from 'vitest'
import { paperSize, papers } from '../../src/pdf/paper.ts'

test('the printable width and the side margins fill the paper', () => {
  for (const paper of papers) {
    const { width, printableWidth, margins } = paperSize(paper)
    expect(margins.left + printableWidth + margins.right, paper).toBeCloseTo(width, 6)
  }
})

test('a till roll of 80 mm takes 72 mm of ink and one of 58 mm takes 48 mm, in dots of 203 dpi', () => {
  expect(paperSize('roll80')).toMatchObject({ width: 80, printableWidth: 72, fitted: true })
  expect(paperSize('roll58')).toMatchObject({ width: 58, printableWidth: 48, fitted: true })
  expect(Math.floor(72 / paperSize('roll80').dot!)).toBe(575)
  expect(paperSize('a4').dot).toBeUndefined()
})

test('no page is higher than a PDF page can be', () => {
  for (const paper of papers) expect((paperSize(paper).height / 25.4) * 72).toBeLessThan(14_400)
})
