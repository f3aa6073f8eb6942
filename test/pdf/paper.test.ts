import { describe, expect, test } from 'vitest'
import { OptionError } from '../../src/errors.ts'
import { type CustomPaper, paperName, paperNamed, paperSize, papers, withDots } from '../../src/pdf/paper.ts'

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

describe('a paper of other measures', () => {
  test.each<[CustomPaper, number]>([
    [{ width: 76 }, 66],
    [{ width: 76, margin: 6.5 }, 63],
    [{ width: 79.5 }, 69.5],
    [{ width: 112 }, 104],
    [{ width: 44, margin: 0 }, 44],
    [{ width: 50 }, 40],
  ])('%o is a roll that prints %d mm', (paper, printableWidth) => {
    const size = paperSize(paper)
    expect(size).toMatchObject({ fitted: true, printableWidth, dot: 25.4 / 203 })
    expect(size.margins.left + size.printableWidth + size.margins.right).toBeCloseTo(paper.width, 9)
  })

  test.each<[CustomPaper, number]>([
    [{ width: 148, height: 210 }, 11],
    [{ width: 210, height: 148 }, 11],
    [{ width: 100, height: 140 }, 8],
    [{ width: 297, height: 420 }, 16],
    [{ width: 210, height: 297 }, 16],
    [{ width: 148, height: 210, margin: 6 }, 6],
  ])('%o is a sheet with margins of %d mm', (paper, margin) => {
    const { dot, ...size } = paperSize(paper)
    const { width, height } = paper
    const margins = { top: margin, right: margin, bottom: margin, left: margin }
    expect(size).toEqual({ width, height, fitted: false, printableWidth: width - 2 * margin, margins })
    expect(dot).toBeUndefined()
  })

  test.each<[unknown, string]>([
    [{}, 'paper.width: must be millimeters, 40 to 2000, and is missing'],
    [{ height: 210 }, 'paper.width: must be millimeters, 40 to 2000, and is missing'],
    [{ width: Number.NaN }, 'paper.width: must be millimeters'],
    [{ width: '76' }, 'paper.width: must be millimeters'],
    [{ width: -76 }, 'paper.width: must be millimeters'],
    [{ width: 2001 }, 'paper.width: must be millimeters'],
    [{ width: Number.POSITIVE_INFINITY, height: 210 }, 'paper.width: must be millimeters'],
    [{ width: 148, height: 0 }, 'paper.height: must be millimeters, 50 to 2000, or left out for a roll'],
    [{ width: 148, height: 2000.5 }, 'paper.height: must be millimeters'],
    [{ width: 148, height: null }, 'paper.height: must be millimeters'],
    [{ width: 76, margin: -1 }, 'paper.margin: must be millimeters, 0 or more'],
    [{ width: 76, margin: Number.NaN }, 'paper.margin: must be millimeters, 0 or more'],
    [
      { width: 76, margin: 40 },
      'paper.margin: a width of 76 mm with margins of 40 mm leaves -4 mm, and a receipt needs 40 mm',
    ],
    [{ width: 49 }, 'paper.width: a width of 49 mm with margins of 5 mm leaves 39 mm'],
    [{ width: 148, height: 100, margin: 30 }, 'paper.margin: a height of 100 mm'],
    [
      { width: 148, height: 60 },
      'paper.height: a height of 60 mm with margins of 8 mm leaves 44 mm, and a receipt needs 50 mm',
    ],
    [
      { width: 148, height: 210, margin: 5 },
      'paper.margin: a sheet needs 6 mm, in which its pages are numbered, and has 5 mm',
    ],
    [{ width: 76, hight: 200 }, 'paper: there is no "hight"; did you mean "height"?'],
    ['a5', 'paper: must be one of a4, letter, roll80, roll58, or { width, height?, margin? } in millimeters'],
    [76, 'paper: must be one of'],
    [null, 'paper: must be one of'],
    [[148, 210], 'paper: must be one of'],
  ])('%o is none: %s', (paper, message) => {
    expect(() => paperSize(paper as CustomPaper)).toThrow(OptionError)
    expect(() => paperSize(paper as CustomPaper)).toThrow(message)
  })
})

describe('a paper in a word', () => {
  test.each([
    ['roll80', 'roll80'],
    ['76', { width: 76 }],
    ['76mm', { width: 76 }],
    ['148x210', { width: 148, height: 210 }],
    ['101.6x152.4', { width: 101.6, height: 152.4 }],
    ['76@6.5', { width: 76, margin: 6.5 }],
    ['148x210@10mm', { width: 148, height: 210, margin: 10 }],
  ] as const)('%s', (written, paper) => {
    expect(paperNamed(written)).toEqual(paper)
    expect(paperName(paper)).toBe(written === 'roll80' ? written : `${written.replace('mm', '')}mm`)
  })

  test.each(['a5', '', 'x210', '76x', '76@', '-76', '76 mm', '1e2', '7'.repeat(9), '148×210'])('%j is none', name => {
    expect(paperNamed(name)).toBeUndefined()
  })
})
