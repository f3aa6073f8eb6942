import { render } from 'preact'
import type { MailSizes, Rendering } from '../../server/api.ts'
import { byId, elementOf } from '../parts/dom.tsx'

/** Gmail's limits: it clips longer mail and drops longer styles. */
const gmail = { html: 102 * 1024, style: 16_384 }

/** Sizes, language and times in the status line. */
export function createFigures() {
  const sizes = elementOf<HTMLElement>(<div class="figures" />)
  const times = elementOf<HTMLElement>(<div class="times" title="Milliseconds for each stage and each PDF" />)
  const taken = new Map<string, number>()
  byId('status').append(sizes, elementOf(<span class="spread" />), times)

  function drawTimes(): void {
    const all = [...taken].map(([stage, time]) => (
      <span key={stage}>
        {stage} <b>{time.toFixed(time < 10 ? 1 : 0)}</b>
      </span>
    ))
    render([...all, 'ms'], times)
  }

  return {
    showRendering({ sizes: measured, decision: { languages, source }, timings }: Rendering) {
      taken.clear()
      for (const { stage, milliseconds } of timings) taken.set(stage, milliseconds)
      render(
        <>
          <Sizes {...measured} />
          <span class="minor" title="Language, and what decided it">
            <b>{languages.join(' + ')}</b> by {source}
          </span>
        </>,
        sizes,
      )
      drawTimes()
    },
    /** Adds the time for a paper's PDF. */
    showPrinted(label: string, milliseconds: number) {
      taken.set(label, milliseconds)
      drawTimes()
    },
  }
}

function Sizes({ html, style, text, pictures, pictureBytes }: MailSizes) {
  const kilobytes = (size: number) => `${(size / 1024).toFixed(1)} KB`
  const grouped = (size: number) => size.toLocaleString('en-US')
  return (
    <>
      <Gauge
        label="HTML"
        share={html / gmail.html}
        text={(html / 1024).toFixed(1)}
        of="102 KB"
        title="Gmail clips mail above 102 KB"
      />
      <Gauge
        label="Style"
        share={style / gmail.style}
        text={grouped(style)}
        of={grouped(gmail.style)}
        title="Gmail drops styles above 16,384 characters"
      />
      <span class="minor">
        Text <b>{kilobytes(text)}</b>
      </span>
      <span class="minor">
        {pictures === 1 ? '1 picture' : `${pictures} pictures`} <b>{kilobytes(pictureBytes)}</b>
      </span>
    </>
  )
}

function Gauge(props: { label: string; share: number; text: string; of: string; title: string }) {
  const { label, share, text, of, title } = props
  return (
    <span class={`gauge ${share > 1 ? 'over' : share > 0.85 ? 'near' : 'fine'}`} title={title}>
      {label} <b>{text}</b> / {of}
      <span class="bar" aria-hidden="true">
        <span style={`width:${Math.min(100, share * 100).toFixed(1)}%`} />
      </span>
    </span>
  )
}
