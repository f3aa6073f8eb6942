import { looks } from '../../../../src/view/variant.ts'
import type { BrandState } from '../../../studio/server/api.ts'
import { Options } from '../../parts/choice.tsx'
import { ColorField, FileField, Setting, TextField } from './fields.tsx'

interface BrandFieldsProps {
  state: BrandState
  /** Each saves at once, and says whether it was taken. */
  save: (changes: Record<string, unknown>) => Promise<boolean>
  putLogo: (field: 'logo' | 'logoDark', picture: string | null) => Promise<boolean>
  putFont: (weight: 'regular' | 'bold', font: string | null) => Promise<boolean>
  /** Saves while something is dragged. */
  dragSoon: (changes: Record<string, unknown>) => void
}

/** The fields of `brand.json` as controls. */
export function BrandFields({ state, save, putLogo, putFont, dragSoon }: BrandFieldsProps) {
  const { settings, usualDark, fontsDiffer } = state
  const { color, colorDark, corner, density, variant, logo, logoDark, logoWidth, logoStandsAlone } = settings
  const { font = '', paperFonts, footer = [], link } = settings
  return (
    <>
      {[
        { label: 'Color', id: 'brand-color', name: 'color', value: color, usual: defaults.color },
        { label: 'Color in the dark', id: 'brand-color-dark', name: 'colorDark', value: colorDark, usual: usualDark },
      ].map(({ name, ...props }) => (
        <ColorField
          key={name}
          {...props}
          drag={value => dragSoon({ [name]: value })}
          save={value => save({ [name]: value })}
        />
      ))}
      {[
        { label: 'Logo', name: 'logo', file: logo } as const,
        { label: 'Logo for dark mode', name: 'logoDark', file: logoDark } as const,
      ].map(({ name, ...props }) => (
        <FileField key={name} {...{ name, ...props, ...pictures }} put={file => putLogo(name, file)} />
      ))}
      <TextField
        {...{ label: 'Logo width, px', id: 'brand-logo-width', type: 'number', disabled: logo === undefined }}
        value={String(logoWidth ?? '')}
        usual="as wide as its file"
        save={text => save({ logoWidth: text === '' ? null : Number(text) })}
      />
      <label class="check">
        <input
          type="checkbox"
          id="brand-alone"
          checked={logoStandsAlone === true}
          onChange={event => void save({ logoStandsAlone: event.currentTarget.checked || null })}
        />
        The logo says the name
      </label>
      <TextField
        {...{ label: 'Font of mail', id: 'brand-font', value: font, list: 'mail-fonts' }}
        usual="the reader’s system font"
        save={text => save({ font: text.replaceAll('"', "'") || null })}
      />
      <datalist id="mail-fonts">
        {mailFonts.map(stack => (
          <option key={stack} value={stack} />
        ))}
      </datalist>
      {paperWeights.slice(0, paperFonts?.regular === undefined ? 1 : 2).map(({ weight, ...props }) => (
        <FileField
          key={weight}
          {...{ ...props, ...fonts, file: paperFonts?.[weight] }}
          put={file => putFont(weight, file)}
        />
      ))}
      {fontsDiffer && (
        <p class="hint" id="fonts-differ">
          Mail and paper look different: paper is printed in Noto Sans. Give it a font file of its own, or leave the
          font of mail empty.
        </p>
      )}
      <Setting label="Corner" id="brand-corner">
        <input
          type="range"
          id="brand-corner"
          min={0}
          max={24}
          value={corner ?? defaults.corner}
          onInput={event => dragSoon({ corner: event.currentTarget.valueAsNumber })}
        />
      </Setting>
      {[
        { label: 'Density', name: 'density', value: density ?? defaults.density, values: ['comfortable', 'dense'] },
        { label: 'Look', name: 'variant', value: variant ?? defaults.variant, values: looks },
      ].map(({ label, name, value, values }) => (
        <Setting key={name} label={label} id={`brand-${name}`}>
          <select
            id={`brand-${name}`}
            value={value}
            onChange={event => void save({ [name]: event.currentTarget.value })}
          >
            <Options of={values.map(each => [each, each])} />
          </select>
        </Setting>
      ))}
      <TextField
        {...{ label: 'Footer lines', id: 'brand-footer', rows: 3 }}
        value={[footer].flat().join('\n')}
        usual={'Legal name\nTax number'}
        save={text => save({ footer: linesOf(text) })}
      />
      <TextField
        {...{ label: 'Link', id: 'brand-link-url', value: link?.url ?? '', type: 'url' }}
        usual="https://example.com/help"
        save={url => save({ link: url === '' ? null : { text: link?.text || textOfUrl(url), url } })}
      />
      <TextField
        {...{ label: 'Words of the link', id: 'brand-link-text', value: link?.text ?? '', disabled: !link }}
        save={text => save({ link: link ? { ...link, text: text || textOfUrl(link.url) } : null })}
      />
    </>
  )
}

/** What the package uses where `brand.json` says nothing. */
const defaults = { color: '#1f5c4d', corner: 12, density: 'comfortable', variant: 'modern' }

/** Fonts that readers have, as CSS stacks. */
const mailFonts = [
  "Georgia,'Times New Roman',serif",
  "'Palatino Linotype',Palatino,'Book Antiqua',serif",
  "'Helvetica Neue',Helvetica,Arial,sans-serif",
  'Verdana,Geneva,sans-serif',
  "'Trebuchet MS',Tahoma,sans-serif",
  "'Courier New',Courier,monospace",
]

/** The fonts of paper; a bold one needs a regular one. */
const paperWeights = [
  { weight: 'regular', label: 'Font of paper', name: 'paper', usual: 'Noto Sans' },
  { weight: 'bold', label: 'Font of paper, bold', name: 'paper-bold', usual: 'Made bolder' },
] as const

const pictures = {
  usual: 'None',
  hint: 'Drop a PNG, JPEG or GIF, or choose one',
  accept: 'image/png,image/jpeg,image/gif',
}
const fonts = { hint: 'Drop a TTF, OTF, WOFF or WOFF2, or choose one', accept: '.ttf,.otf,.woff,.woff2' }

function linesOf(text: string): string[] | null {
  const lines = text.split('\n').map(line => line.trim())
  return text === '' ? null : lines.filter(Boolean)
}

/** The words of a link that has none yet: `example.com/help`. */
function textOfUrl(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}
