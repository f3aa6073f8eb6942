/** What may stand between the digits of a card number, by name. */
export const separators: readonly [name: string, separator: string][] = [
  ['nothing', ''],
  ['a space', ' '],
  ['two spaces', '  '],
  ['three spaces', '   '],
  ['a hyphen', '-'],
  ['a hyphen between spaces', ' - '],
  ['a dot', '.'],
  ['a comma', ','],
  ['a slash', '/'],
  ['a backslash', '\\'],
  ['an underscore', '_'],
  ['a colon', ':'],
  ['a middle dot', '\u00b7'],
  ['a tab', '\t'],
  ['a line break', '\n'],
  ['a line break of Windows', '\r\n'],
  ['NEL', '\u0085'],
  ['a line separator', '\u2028'],
  ['NUL', '\u0000'],
  ['escape characters in a row', '\u001b\u0001\u0002\u0003\u0004'],
  ['a no-break space', '\u00a0'],
  ['a narrow no-break space', '\u202f'],
  ['a thin space', '\u2009'],
  ['an ideographic space', '\u3000'],
  ['an en dash', '\u2013'],
  ['an em dash', '\u2014'],
  ['a non-breaking hyphen', '\u2011'],
  ['a minus sign', '\u2212'],
  ['a soft hyphen', '\u00ad'],
  ['a zero-width space', '\u200b'],
  ['five zero-width joiners', '\u200d\u200d\u200d\u200d\u200d'],
  ['a word joiner', '\u2060'],
  ['a byte order mark', '\ufeff'],
  ['a direction mark', '\u200e'],
  ['a direction override', '\u202e'],
  ['a combining mark', '\u0301'],
  ['a variation selector', '\ufe0f'],
  ['half a surrogate pair', '\ud800'],
  ['the two characters \\n', '\\n'],
  ['the two characters \\t', '\\t'],
  ['a written-out space', '\\u0020'],
]

/** `4111111111111111` in groups, or for groups of 4, 6 and 5 `378282246310005`. */
export function separated(separator: string, sizes: readonly number[] = [4, 4, 4, 4]): string {
  let rest = sizes.length === 4 ? '4111111111111111' : '378282246310005'
  return sizes
    .map(size => {
      const group = rest.slice(0, size)
      rest = rest.slice(size)
      return group
    })
    .join(separator)
}

/** The number with its check digit (Luhn) behind it. */
export function withCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((sum, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
  return digits + String((10 - (sum % 10)) % 10)
}
