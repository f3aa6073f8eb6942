import { after, test } from 'node:test'
import { createEngine } from 'counterfoil'
import { goldens } from 'counterfoil/testing'

const engine = await createEngine({
  templates: 'brand',
  locales: { territories: { 'CA-QC': 'fr-CA' } },
})
after(() => engine.close())

for (const { name, check } of goldens(engine, 'receipts', { dir: 'goldens', papers: ['roll80'] })) test(name, check)
