import { expect, test } from 'vitest'
import { paperSize, papers, withDots } from '../../src/pdf/paper.ts'

test('printable width and side margins add up to the paper’s width', () => {
  for (const paper of papers) {
    const { width, printableWidth, margins } = paperSize(paper)
    expect(margins.left + printableWidth + margins.right, paper).toBeCloseTo(width, 6)
  }
})

test('prints 72 mm on an 80 mm roll, 48 mm on 58 mm', () => {
  expect(paperSize('roll80')).toMatchObject({ width: 80, printableWidth: 72, fitted: true })
  expect(paperSize('roll58')).toMatchObject({ width: 58, printableWidth: 48, fitted: true })
  expect(Math.floor(72 / paperSize('roll80').dot!)).toBe(575)
  expect(paperSize('a4').dot).toBeUndefined()
})

test('a roll has the dots of a printer, a sheet has none', () => {
  expect(72 / withDots(paperSize('roll80'), 504).dot!).toBeCloseTo(504, 9)
  expect(withDots(paperSize('a4'), 504)).toEqual(paperSize('a4'))
})

test('no page exceeds the maximum height of a PDF page', () => {
  for (const paper of papers) expect((paperSize(paper).height / 25.4) * 72).toBeLessThan(14_400)
})
