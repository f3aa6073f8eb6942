import { type ComponentChildren, render } from 'preact'
import { useState } from 'preact/hooks'
import { looks } from '../../../../src/view/variant.ts'
import type { BrandShown } from '../../server/api.ts'
import { byId, debounced } from '../parts/dom.tsx'
import { server } from '../server.ts'
import { SectionList } from './section-list.tsx'

/** What the package uses where `brand.json` says nothing. */
const usual = { color: '#1f5c4d', corner: 12, density: 'comfortable', variant: 'modern' }

/**
 * The brand as controls. Each change is written into `brand.json` at once, and the renderings follow as after every save. Without
 * a template folder, it says how to make one.
 *
 * @param sections the names of all sections, in the package's order
 */
export function createBrandPanel(folder: string | null, sections: readonly string[]) {
  const panel = byId('side-brand')
  let problem = ''
  const saveSoon = debounced(200, (changes: Record<string, unknown>) => void save(changes))

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
      problem = ''
    } catch (error) {
      problem = (error as Error).message
    }
    await refresh()
  }

  const save = (changes: Record<string, unknown>) => attempt(() => server.saveBrand(changes))

  function putLogo(field: 'logo' | 'logoDark', picture: string | null): Promise<void> {
    // A logo for the dark alone is none.
    if (picture === null && field === 'logo') return save({ logo: null, logoDark: null })
    return picture === null ? save({ [field]: null }) : attempt(() => server.saveLogo(field, picture))
  }

  /** Reads `brand.json` again. */
  async function refresh(): Promise<void> {
    if (folder !== null) draw(await server.brand())
  }

  function draw({ settings, usualDark }: BrandShown): void {
    const { color, colorDark, corner, density, variant, logo, logoDark, logoStandsAlone } = settings
    render(
      <>
        <Setting label="Color" id="brand-color">
          <input
            type="color"
            id="brand-color"
            value={color ?? usual.color}
            onInput={event => saveSoon({ color: event.currentTarget.value })}
          />
        </Setting>
        <Setting label="Color in the dark" id="brand-color-dark">
          <input
            type="color"
            id="brand-color-dark"
            value={colorDark ?? usualDark}
            onInput={event => saveSoon({ colorDark: event.currentTarget.value })}
          />
          <button
            class="plain"
            type="button"
            hidden={colorDark === undefined}
            onClick={() => void save({ colorDark: null })}
          >
            Automatic
          </button>
        </Setting>
        <LogoField label="Logo" field="logo" file={logo} put={putLogo} />
        <LogoField label="Logo for dark mode" field="logoDark" file={logoDark} put={putLogo} />
        <label class="check">
          <input
            type="checkbox"
            id="brand-alone"
            checked={logoStandsAlone === true}
            onChange={event => void save({ logoStandsAlone: event.currentTarget.checked || null })}
          />
          The logo says the name
        </label>
        <Setting label="Corner" id="brand-corner">
          <input
            type="range"
            id="brand-corner"
            min={0}
            max={24}
            value={corner ?? usual.corner}
            onInput={event => saveSoon({ corner: event.currentTarget.valueAsNumber })}
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
        <SectionList usual={sections} given={settings.sections} changed={order => void save({ sections: order })} />
        <p class="problem" role="alert">
          {problem}
        </p>
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
  return { refresh }
}

function Setting({ label, id, children }: { label: string; id: string; children: ComponentChildren }) {
  return (
    <div class="setting">
      <label for={id}>{label}</label>
      {children}
    </div>
  )
}

interface LogoFieldProps {
  label: string
  field: 'logo' | 'logoDark'
  /** The name of the logo there is. */
  file: string | undefined
  /** Called with the picture in base64, or `null` to take it away. */
  put: (field: 'logo' | 'logoDark', picture: string | null) => Promise<void>
}

/** A place for a logo: drop it, or choose it. */
function LogoField({ label, field, file, put }: LogoFieldProps) {
  const [isOver, setOver] = useState(false)
  const take = async (chosen: File | undefined) => {
    if (chosen) await put(field, await base64Of(chosen))
  }
  const drag = (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') void take(event.dataTransfer?.files[0])
  }
  return (
    <div class="logo-field">
      <label
        class={isOver ? 'logo-drop over' : 'logo-drop'}
        data-drop={field}
        onDragOver={drag}
        onDragLeave={() => setOver(false)}
        onDrop={drag}
      >
        <span>{label}</span>
        <span class="hint">{file ?? 'none'}</span>
        <input
          class="unseen"
          type="file"
          accept="image/png,image/jpeg,image/gif"
          aria-label={label}
          onChange={({ currentTarget }) => {
            void take(currentTarget.files?.[0])
            currentTarget.value = ''
          }}
        />
        <span class="hint">Drop a PNG, JPEG or GIF, or choose one</span>
      </label>
      <button
        class="plain"
        type="button"
        aria-label={`Remove: ${label}`}
        hidden={file === undefined}
        onClick={() => void put(field, null)}
      >
        Remove
      </button>
    </div>
  )
}

async function base64Of(file: File): Promise<string> {
  let letters = ''
  for (const byte of new Uint8Array(await file.arrayBuffer())) letters += String.fromCharCode(byte)
  return btoa(letters)
}
