/**
 * Takes out of a till's own text what it tells its printer: size, bold, alignment, drawer, knife, pictures (ESC/POS command reference, Epson).
 * What feeds paper ends the line. What isn't known stays.
 */
export function withoutPrinterCommands(text: string): string {
  let shown = ''
  let from = 0
  for (const { 0: kind, index: at } of text.matchAll(/[\x10\x1b-\x1d]/g)) {
    if (at < from) continue
    const end = at + 2 + (lengthOf(text, at) ?? text.length)
    if (end > text.length) continue
    shown += text.slice(from, at) + (kind === esc && feeds.includes(text.charAt(at + 1)) ? '\n' : '')
    from = end
  }
  return from === 0 ? text : shown + text.slice(from)
}

const [esc, fs, gs, dle] = ['\x1b', '\x1c', '\x1d', '\x10']
const feeds = 'dJeK'

/** Characters before the NUL that ends stops of tabs, or a barcode. */
const mostOfAList = 256

/** Characters that commands of one length have behind their name. */
const lengths: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  [esc]: {
    ...{ '@': 0, '2': 0, i: 0, m: 0, S: 0, L: 0, $: 2, '\\': 2, c: 2, p: 3, W: 8 },
    ...each('! -EGaMRtVrUT3={?dJeK', 1),
  },
  [gs]: { ':': 0, '^': 3, ...each('!BHhwfabrIT/', 1), ...each('LWP$\\', 2) },
  [fs]: { '.': 0, '&': 0, ...each('!-CW', 1), ...each('Sp', 2) },
  [dle]: { '\x04': 1, '\x05': 1, '\x14': 3 },
}

function each(names: string, length: number): Record<string, number> {
  return Object.fromEntries([...names].map(name => [name, length]))
}

/** Characters behind a command's name; undefined if it isn't known. */
function lengthOf(text: string, at: number): number | undefined {
  const [kind, name] = [text.charAt(at), text.charAt(at + 1)]
  const byte = (behind: number) => text.charCodeAt(at + 2 + behind) & 0xff
  const word = (behind: number) => byte(behind) + 256 * byte(behind + 1)
  const untilNul = (behind: number) => {
    const end = text.slice(at + 2 + behind, at + 2 + behind + mostOfAList).indexOf('\0')
    return end < 0 ? undefined : behind + end + 1
  }
  if (kind === esc && name === 'D') return untilNul(0)
  if (kind === esc && name === '*') return 3 + word(1) * (byte(0) < 2 ? 1 : 3)
  if (kind === gs && name === 'V') return /[\0\x0101]/.test(text.charAt(at + 2)) ? 1 : 2
  if (kind === gs && name === 'k') return byte(0) > 6 ? 2 + byte(1) : untilNul(1)
  if (kind === gs && name === 'v') return 6 + word(2) * word(4)
  if ((kind === gs || kind === fs) && name === '(') return 3 + word(1)
  return lengths[kind]?.[name]
}
