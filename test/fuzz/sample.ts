import { pick, type Random } from '../../service/reliability/random.ts'
import { fromFixture } from './from-fixtures.ts'
import { fromSchema } from './from-schema.ts'
import { cardNumbers, type Making, written } from './texts.ts'

/** A receipt to try. */
export interface Sample {
  /** What `parseReceipt` gets. */
  input: unknown
  /** Digits of a card number in it that must not come out. */
  card: string | undefined
}

/**
 * Makes a sample: of the schema, of a fixture with changes, or JSON text with broken bytes.
 *
 * @param canary an address on loopback that nothing may ask
 */
export function sampleOf(random: Random, canary: string): Sample {
  const digits = random() < 0.25 ? pick(random, cardNumbers) : undefined
  const card = digits === undefined ? undefined : { written: written(random, digits), planted: false }
  const making = { random, canary, card }
  const input = receiptOf(making)
  return { input, card: card?.planted ? digits : undefined }
}

function receiptOf(making: Making): unknown {
  const { random } = making
  const chance = random()
  const receipt = chance < 0.55 ? fromSchema(making, pick(random, [0.03, 0.1, 0.25, 0.6])) : fromFixture(making)
  if (chance < 0.9) return receipt
  const text = JSON.stringify(receipt)
  if (making.card) making.card.planted = false
  return broken(text, random)
}

/** JSON text as a bad line or program leaves it, sometimes as bytes. */
function broken(text: string, random: Random): unknown {
  const at = Math.floor(random() * text.length)
  const made = pick(random, [
    () => text.slice(0, at),
    () => `${text.slice(0, at)}${String.fromCharCode(Math.floor(random() * 300))}${text.slice(at + 1)}`,
    () => text.slice(0, at) + text.slice(at + Math.floor(random() * 20)),
    () => `\ufeff${text}`,
    () => `${text}${text}`,
    () => text.replaceAll('"', "'"),
    () => text.replace('{', '{"items":1,"items":[],'),
    () => `${'['.repeat(50)}${text}`,
    () => pick(random, ['', 'null', '[]', '0', '"x"', '{}', '{"a":', '\u0000']),
  ])()
  if (random() < 0.5) return made
  const bytes = Buffer.from(made)
  if (bytes.length > 0 && random() < 0.7) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
  return new Uint8Array(bytes)
}
