import { render } from 'preact'
import { looks } from '../../../../src/view/variant.ts'
import type { BrandShown, Rendering, StudioState } from '../../server/api.ts'
import { byId, debounced } from '../parts/dom.tsx'
import { server } from '../server.ts'
import { ColorField, FileField, Setting, TextField } from './fields.tsx'
import { SectionList } from './section-list.tsx'

/** What the package uses where `brand.json` says nothing. */
const usual = { color: '#1f5c4d', corner: 12, density: 'comfortable', variant: 'modern' }

/** Fonts that readers have, as CSS stacks. */
const mailFonts = [
  "Georgia,'Times New Roman',serif",
  "'Palatino Linotype',Palatino,'Book Antiqua',serif",
  "'Helvetica Neue',Helvetica,Arial,sans-serif",
  'Verdana,Geneva,sans-serif',
  "'Trebuchet MS',Tahoma,sans-serif",
  "'Courier New',Courier,monospace",
]

/**
 * The brand as controls. Each change is written into `brand.json` at once, and the renderings follow as after every save. Without
 * a template folder, it says how to make one.
 */
export function createBrandPanel({ folder, locales }: StudioState) {
  const panel = byId('side-brand')
  let problem = ''
  let shown: BrandShown | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let mail: Pick<Rendering, 'filled' | 'decision'> | undefined
  const dragSoon = debounced(200, (changes: Record<string, unknown>) => void save(changes))

  /** Writes after what is being written, and shows what is written then; whether it worked. */
  function attempt(work: () => Promise<unknown>): Promise<boolean> {
    waiting++
    const done = last.then(async () => {
      try {
        await work()
        problem = ''
      } catch (error) {
        problem = (error as Error).message
      }
      const isRight = problem === ''
      waiting--
      await refresh()
      return isRight
    })
    last = done.catch(() => {})
    return done
  }

  const save = (changes: Record<string, unknown>) => attempt(() => server.saveBrand(changes))

  function putLogo(field: 'logo' | 'logoDark', picture: string | null): Promise<boolean> {
    // A logo for the dark alone is none.
    if (picture === null && field === 'logo') return save({ logo: null, logoDark: null, logoWidth: null })
    return picture === null ? save({ [field]: null }) : attempt(() => server.saveLogo(field, picture))
  }

  /** Reads `brand.json` again. */
  async function refresh(): Promise<void> {
    if (folder === null) return
    const read = await server.brand()
    // What is still to be written would jump back.
    if (waiting > 0) return
    shown = read
    draw(shown)
  }

  function draw(shown: BrandShown): void {
    const { settings, usualDark, canUndo, canRedo } = shown
    const { color, colorDark, corner, density, variant, logo, logoDark, logoWidth, logoStandsAlone } = settings
    const { font = '', paperFonts, footer = [], link } = settings
    const putFont = (weight: 'regular' | 'bold') => (file: string | null) =>
      attempt(() => server.savePaperFont(weight, file))
    render(
      <>
        <div class="brand-tools">
          <button
            class="toggle"
            type="button"
            id="brand-undo"
            disabled={!canUndo}
            onClick={() => void attempt(server.undo)}
          >
            Undo
          </button>
          <button
            class="toggle"
            type="button"
            id="brand-redo"
            disabled={!canRedo}
            onClick={() => void attempt(server.redo)}
          >
            Redo
          </button>
          <p class="problem" role="alert">
            {problem}
          </p>
        </div>
        <ColorField
          {...{ label: 'Color', id: 'brand-color', value: color, usual: usual.color }}
          drag={value => dragSoon({ color: value })}
          save={value => save({ color: value })}
        />
        <ColorField
          {...{ label: 'Color in the dark', id: 'brand-color-dark', value: colorDark, usual: usualDark }}
          drag={value => dragSoon({ colorDark: value })}
          save={value => save({ colorDark: value })}
        />
        <FileField
          {...{ label: 'Logo', name: 'logo', file: logo, usual: 'None', ...pictures }}
          put={file => putLogo('logo', file)}
        />
        <FileField
          {...{ label: 'Logo for dark mode', name: 'logoDark', file: logoDark, usual: 'None', ...pictures }}
          put={file => putLogo('logoDark', file)}
        />
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
        <FileField
          {...{ label: 'Font of paper', name: 'paper', file: paperFonts?.regular, usual: 'Noto Sans', ...fonts }}
          put={putFont('regular')}
        />
        {paperFonts?.regular !== undefined && (
          <FileField
            {...{
              label: 'Font of paper, bold',
              name: 'paper-bold',
              file: paperFonts.bold,
              usual: 'Made bolder',
              ...fonts,
            }}
            put={putFont('bold')}
          />
        )}
        {shown.fontsDiffer && (
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
            value={corner ?? usual.corner}
            onInput={event => dragSoon({ corner: event.currentTarget.valueAsNumber })}
          />
        </Setting>
        <Setting label="Density" id="brand-density">
          <select
            id="brand-density"
            value={density ?? usual.density}
            onChange={event => void save({ density: event.currentTarget.value })}
          >
            <option value="comfortable">comfortable</option>
            <option value="dense">dense</option>
          </select>
        </Setting>
        <Setting label="Look" id="brand-variant">
          <select
            id="brand-variant"
            value={variant ?? usual.variant}
            onChange={event => void save({ variant: event.currentTarget.value })}
          >
            {looks.map(look => (
              <option key={look} value={look}>
                {look}
              </option>
            ))}
          </select>
        </Setting>
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
        <SectionList
          {...{ shown, filled: mail?.filled, language: mail?.decision.languages[0] ?? 'en', locales }}
          changed={order => void attempt(() => server.saveOrder(order))}
          texts={{
            save: given => attempt(() => server.saveText(given)),
            remove: name => attempt(() => server.removeText(name)),
          }}
        />
      </>,
      panel,
    )
  }

  if (folder === null)
    render(
      <>
        <p class="hint">To change a brand, make a template folder and open the studio with it:</p>
        <pre class="frame">{'npx counterfoil template new my-brand\nnpx counterfoil studio my-brand'}</pre>
      </>,
      panel,
    )
  panel.addEventListener('keydown', event => {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || isText(event.target)) return
    event.preventDefault()
    void attempt(event.shiftKey ? server.redo : server.undo)
  })

  return {
    refresh,
    /** Takes a new rendering: which sections it has, and its language. */
    showMail(rendering: Rendering) {
      mail = rendering
      if (shown) draw(shown)
    },
  }
}

const pictures = { hint: 'Drop a PNG, JPEG or GIF, or choose one', accept: 'image/png,image/jpeg,image/gif' }
const fonts = { hint: 'Drop a TTF, OTF, WOFF or WOFF2, or choose one', accept: '.ttf,.otf,.woff,.woff2' }

function linesOf(text: string): string[] | null {
  const lines = text.split('\n').map(line => line.trim())
  return text === '' ? null : lines.filter(Boolean)
}

/** The words of a link that has none yet: `example.com/help`. */
function textOfUrl(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}

/** Whether the browser undoes what is typed there. */
function isText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('textarea, input[type=text], input[type=url], input[type=number]')
  )
}
