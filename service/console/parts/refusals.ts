import { t } from './words.ts'

/**
 * What the service says is wrong with a value, in the reader's language. The interface speaks English, because tills' developers read
 * it too; a message that isn't known here stays as it is.
 */
export function refusalWords(message: string): string {
  const [, place = '', problem = message] = /^\s*([\w[\].-]+: )(.+)$/su.exec(message) ?? []
  for (const [form, key] of forms) {
    const found = form.exec(problem)
    if (found) return place + t(`refusal.${key}`, { example, ...found.groups, ...valuesOf(found.groups?.values) })
  }
  return message
}

/** A date-time as tills send it. */
const example = '2026-11-25T17:45:00+01:00'

/** Of a long list only some are named. */
function valuesOf(values: string | undefined): { values?: string } {
  if (values === undefined) return {}
  return { values: values.replace(/ and (\d+) more$/, (_, more: string) => ` ${t('refusal.more', { more })}`) }
}

/** The first that fits says what is wrong. */
const forms = [
  [/^may not be null$/, 'missing'],
  [/^must be a string(?:,|$)/, 'text'],
  [/^must be a number(?:, without|$)/, 'number'],
  [/^must be a whole number$/, 'whole'],
  [/^must be true or false$/, 'boolean'],
  [/^must be (?:an array|a list)(?::|$)/, 'list'],
  [/^must be an object(?:,|$)/, 'object'],
  [/^must be one of at most|^must keep (?:the|all) |^must not be nested/, 'large'],
  [/^must be one of (?<values>.+); did you mean (?<meant>.+)\?$/s, 'oneOfMeant'],
  [/^must be one of (?<values>.+)$/s, 'oneOf'],
  [/^must use ISO 8061 date format\.$|^must be an ISO 8601 date|^must be a time with its zone/, 'date'],
  [/^must be a date, such as (?<day>\S+)$/, 'day'],
  [/^must be a time, such as (?<time>\S+)$/, 'clock'],
  [/^must be an amount, such as (?<amount>\S+)$/, 'amount'],
  [/^must be an e-mail address/, 'email'],
  [/^must be an address or, for all of a domain/, 'addressOrDomain'],
  [/^must be between (?<least>\S+) and (?<most>\S+)$/, 'between'],
  [/^size must be between (?<least>\d+) and (?<most>\d+)$/, 'characters'],
  [/^must have at least (?<size>\d+) characters?$/, 'leastCharacters'],
  [/^must (?:have|be) at most (?<size>\d+) characters?$/, 'mostCharacters'],
  [/^must have at least (?<size>\d+) entr/, 'leastEntries'],
  [/^must have at most (?<size>\d+) entr/, 'mostEntries'],
  [/^must be at most (?<size>\d+) bytes$/, 'mostBytes'],
  [/^must be at most \d+ × \d+ pixels/, 'large'],
  [/^must be at least (?<size>\S+)$/, 'least'],
  [/^must be at most (?<size>\S+)$/, 'most'],
  [/^must be an amount, not a card number$/, 'cardNumber'],
  [/^must be JSON; it breaks at character (?<place>\d+)$/, 'jsonAt'],
  [/^must be JSON(?:, not|$)/, 'json'],
  [/^must be UTF-8$/, 'utf8'],
  [/^must not contain a NUL character$|^must hold no direction marks/, 'marks'],
  [/^must be an image of at most (?<size>\d+) KB$/, 'imageSize'],
  [/^must be base64/, 'base64'],
  [/^must be a PNG, JPEG, GIF or BMP image$|^must be a whole image/, 'image'],
  [/^must have a host that DNS knows$/, 'noHost'],
  [/^must not lead into a private network/, 'privateHost'],
  [/^must be an https? /, 'url'],
  [/^must be #rrggbb/, 'color'],
  [/is not a time zone\./, 'zone'],
  [/is not a currency code\.|^must be a currency, such as /, 'currency'],
  [/^may not have (?<names>.+)$/s, 'unknown'],
  [/^has no receipt's fields, but what is in "(?<name>\w+)" has/, 'inside'],
  [/^was signed off before$/, 'signed'],
  [/^is for a webhook that is on$/, 'isOff'],
  [/^has the wrong form$|^has none of the forms allowed here$/, 'form'],
  [/^must have more different characters$/, 'varied'],
  [/^must not be built on the name$/, 'likeName'],
  [/^is not the password$/, 'wrongPassword'],
  [/^is not the code$/, 'wrongCode'],
  [/^must be letters, digits, or \._@\+-/, 'signInName'],
  [/^must be plain text in one line$/, 'line'],
  [/^must not look like an email address$/, 'notEmail'],
  [/^must be in the future$/, 'future'],
  [/^must be a zip file, /, 'zip'],
  [/^must hold files, not links/, 'links'],
  [/^must be at most (?<size>\d+) MB, unpacked$/, 'unpacked'],
  [/^must have at most (?<size>\d+) files$/, 'mostFiles'],
  [/^(?<path>".+") must (?:not be there twice|be a file or a folder)/s, 'twice'],
  [/^(?<path>".+") must /s, 'path'],
  [/^take too long to fill$/, 'slowTemplates'],
  [/^a second factor is needed here$/, 'factorNeeded'],
] as const
