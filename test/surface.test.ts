import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as counterfoil from '../src/index.ts'
import * as stages from '../src/stages.ts'

const source = readFileSync(new URL('../src/index.ts', import.meta.url), 'utf8')

test('counterfoil exports four functions, its errors, and the types that they name', () => {
  const errors = 'Barcode Browser Bundle Counterfoil Locale Offer Option Print ReceiptData Template'.split(' ')
  const names = ['attachPdf', 'auditReceipt', 'createEngine', 'parseReceipt', ...errors.map(name => `${name}Error`)]
  expect(Object.keys(counterfoil).sort()).toEqual(names.sort())
  const listed = [...source.matchAll(/^export type \{([^}]*)\}/gm)].flatMap(([, list]) => list!.split(','))
  const beside = [...source.matchAll(/\btype (\w+)/g)].map(([, name]) => name!)
  const types = [...listed.map(name => name.trim()), ...beside]
  expect(types.sort()).toEqual(
    [
      ...[
        'BrandOptions',
        'EmailMessage',
        'Engine',
        'EngineOptions',
        'ImageOptions',
        'LocaleDecision',
        'MergeOptions',
        'Paper',
        'PdfOptions',
      ],
      ...['ReceiptData', 'ReceiptInput', 'ReceiptOptions', 'ReceiptSource', 'ReceiptView', 'Slip', 'TextOptions'],
      ...['AttachData', 'Bytes', 'CurrencyCode', 'PictureOptions', 'ReceiptLinks', 'Severity', 'Warning'],
    ].sort(),
  )
  expect(source).not.toContain('export *')
  expect(source).not.toContain('export type *')
})

test('each stage of the engine is in counterfoil/stages', () => {
  const inOrder =
    'parseReceipt auditReceipt receiptAsEkabs receiptAsPosLog resolveLocale loadCatalogue createFormat presentReceipt toBarcode readBrand loadTemplates'
  const then = 'renderMail renderPrint composeEmail writeEml openPrinter mergePdfs paperSize'
  for (const name of `${inOrder} ${then}`.split(' ')) expect(stages, name).toHaveProperty(name)
})
