import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { card, cardDark, onBrandPlate, readBrand } from '../../src/brand/brand.ts'
import { contrast, readableContrast } from '../../src/brand/color.ts'
import { faintness, readLogo } from '../../src/brand/logo.ts'
import { differsOnPaper } from '../../src/brand/paper-fonts.ts'
import { type BrandFile, brandFileName, readBrandFolder, readBrandText } from '../../src/brand/template-folder.ts'
import { OptionError } from '../../src/errors.ts'
import { readImage } from '../../src/receipt/check/image.ts'
import type { LogoSource } from '../../src/view/receipt-view.ts'
import { type Finding, faultInJson, placeOfKey, type Report, reportInto, type SourcePosition } from './finding.ts'
import { adviceOf } from './rules.ts'
import { shownContrast } from './styles/colors.ts'

/** Largest good logo, in bytes. Gmail tends to list larger images below the mail, as attachments. */
const heavy = 10 * 1024

/**
 * Reads a folder's `brand.json`, for the other rules, and checks it: whether its colors are legible, its logo suits mail, and its
 * font is on paper too.
 *
 * @param path the template folder
 * @returns the file, unless it can't be used
 */
export function lintBrand(path: string): { file?: BrandFile; findings: Finding[] } {
  try {
    const file = readBrandFolder(path)
    const read = readBrand(file.brand)
    return { file, findings: existsSync(join(path, brandFileName)) ? brandFindings(path, file, read) : [] }
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
    return { findings: [faultInJson(path, brandFileName, 'brand-file', error, 'see brand.json in docs/templates.md')] }
  }
}

type ReadBrand = ReturnType<typeof readBrand>

function brandFindings(path: string, file: BrandFile, read: ReadBrand): Finding[] {
  const { brand: options, variant } = file
  const { brand, logo, logoDark } = read
  const findings: Finding[] = []
  const source = readBrandText(path)
  const report = reportInto(findings, brandFileName, source)
  const at = (key: string) => placeOfKey(source, key)
  if (options.color !== undefined) colorRules(brand, at('color'), report)
  if (options.colorDark !== undefined) darkRule(brand.colorDark, at('colorDark'), report)
  if (variant !== 'classic' && differsOnPaper(options))
    report(at('font'), {
      rule: 'mail-font-only',
      message: `mail is in ${options.font}, paper in Noto Sans`,
    })
  if (logo) sizeRules(logo, at('logo'), report)
  if (logoDark) sizeRules(logoDark, at('logoDark'), report)
  // As given: the mail's stands on white already if it would vanish.
  if (options.logo) {
    const given = readLogo('brand.logo', options.logo, options.logoWidth)
    const isPlated = onBrandPlate(given, brand.color) !== undefined
    faintRules({ logo: given, logoDark, isPlated }, at, report)
  }
  return findings
}

function colorRules({ color, colorText, onColor }: ReadBrand['brand'], at: SourcePosition, report: Report): void {
  const asText = contrast(color, card)
  const onButton = contrast(onColor, color)
  const tooLow: string[] = []
  if (asText < readableContrast)
    tooLow.push(
      `as text it has a contrast of ${shownContrast(asText)} : 1, so good news and links use ${colorText} instead`,
    )
  if (onButton < readableContrast) tooLow.push(`text on buttons, ${onColor}, has ${shownContrast(onButton)} : 1`)
  if (tooLow.length === 0) return
  report(at, {
    rule: 'low-contrast',
    message: `color ${color}: ${tooLow.join('; ')}`,
  })
}

/** Unlike `color`, an explicit dark shade is used as is. */
function darkRule(colorDark: string, at: SourcePosition, report: Report): void {
  const ratio = contrast(colorDark, cardDark)
  if (ratio >= readableContrast) return
  report(at, {
    rule: 'low-contrast',
    severity: 'error',
    message: `colorDark ${colorDark} has a contrast of ${shownContrast(ratio)} : 1 on the dark page, ${cardDark}`,
    advice: `${adviceOf('low-contrast')}, or leave colorDark out to get a light shade of color`,
  })
}

/** A logo must be told from the backgrounds it stands on, in light and dark mode. */
function faintRules(
  { logo, logoDark, isPlated }: { logo: LogoSource; logoDark: LogoSource | undefined; isPlated: boolean },
  at: (key: string) => SourcePosition,
  report: Report,
): void {
  const onLight = faintness(logo, card)
  const onDark = faintness(logoDark ?? logo, cardDark)
  const faintMessage = (share: number, ground: string) =>
    `${Math.round(share * 100)} % of the logo's pixels have a contrast below 3 : 1 on ${ground}`
  if (onLight?.tooMuch)
    report(at('logo'), {
      rule: 'logo-on-light',
      message: `${faintMessage(onLight.share, `the light page, ${card}`)}${isPlated ? ', so it stands on a colored plate' : ''}`,
    })
  if (onDark?.tooMuch)
    report(at(logoDark ? 'logoDark' : 'logo'), {
      rule: 'logo-on-dark',
      message: `${faintMessage(onDark.share, `the dark page, ${cardDark}`)}${logoDark ? '' : ', so it stands on a white plate there'}`,
      advice: logoDark
        ? 'choose a lighter version, or leave logoDark out to put the logo on a white plate'
        : 'save a light version and write "logoDark": "logo-dark.png"',
    })
}

function sizeRules({ bytes, width }: LogoSource, at: SourcePosition, report: Report): void {
  const weight = Math.ceil(bytes.length / 1024)
  const image = readImage(Buffer.from(bytes).toString('base64'))
  const pixels = 'problem' in image ? 0 : image.width
  if (bytes.length > heavy) {
    report(at, {
      rule: 'heavy-logo',
      message: `the logo is ${weight} KB and goes out with every mail; above ${heavy / 1024} KB Gmail may list it as an attachment`,
      advice: `save it as a PNG with few colors, ${width * 2} px wide`,
    })
  }
  if (pixels < width * 2) {
    report(at, {
      rule: 'small-logo',
      message: `the logo is ${pixels} px wide and shown at ${width} px: it will be blurry on most phones`,
      advice: `save it ${width * 2} px wide, or set "logoWidth": ${Math.floor(pixels / 2)}`,
    })
  }
}
