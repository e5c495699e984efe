/** A page with its differences marked over it. */
import type { ComparedPage as Compared, ComparedArea } from '@filesmith/contract/pdf/comparison'
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { cx } from '../../../ui/cx.ts'
import type { PageDrawing } from '../drawing/page-drawing.ts'
import { usePageBitmap } from '../drawing/use-page-bitmap.ts'
import type { WorkPage } from '../model/page-workspace.ts'
import type { ComparisonMode } from './comparison-steps.ts'

const { compare: texts, preview } = workbenchMessages
const maxSidePx = 1400

export type ComparedSide = 'old' | 'new'

interface ComparedPageProps {
  readonly side: ComparedSide
  readonly about: Compared['old']
  /** Undefined if the document changed since. */
  readonly page: WorkPage | undefined
  readonly drawing: PageDrawing
  readonly isReady: boolean
  readonly mode: ComparisonMode
  readonly marks: readonly ComparedArea[]
  readonly current: readonly ComparedArea[]
}

export function ComparedPage(props: ComparedPageProps) {
  const { side, about } = props
  const missing = side === 'old' ? texts.notInOld : texts.notInNew
  return (
    <figure className="min-w-0">
      <figcaption className="figures mb-1 text-xs text-ink-muted">
        {about === null ? missing : texts[side](about.page)}
      </figcaption>
      {about === null ? (
        <div className="min-h-24 rounded border border-dashed border-line-strong bg-surface-sunken @min-[36rem]:h-full" />
      ) : (
        <DrawnPage {...props} about={about} />
      )}
    </figure>
  )
}

const markStyles: Readonly<Record<ComparisonMode, Readonly<Record<ComparedSide, string>>>> = {
  text: { old: 'bg-danger/30 mix-blend-multiply', new: 'bg-success/30 mix-blend-multiply' },
  appearance: { old: 'border-2 border-warning', new: 'border-2 border-warning' },
}

function DrawnPage(props: ComparedPageProps & { readonly about: NonNullable<Compared['old']> }) {
  const { side, about, page, drawing, isReady, mode, marks, current } = props
  const { canvasRef, state } = usePageBitmap(drawing, {
    source: page?.source,
    page: page?.page ?? 0,
    maxSidePx,
    isReady,
  })
  const isSideways = page !== undefined && page.rotation % 180 !== 0
  return (
    <div
      style={{ aspectRatio: `${about.width} / ${about.height}` }}
      // Marks need the colors for white paper in both themes.
      className="@container-size relative isolate scheme-light overflow-hidden border border-line bg-sheet"
    >
      {state === 'failed' ? <p className="p-3 text-sm text-ink-muted">{preview.failed}</p> : null}
      <canvas
        ref={canvasRef}
        role="img"
        aria-label={texts[side](about.page)}
        hidden={state !== 'drawn'}
        style={{
          width: isSideways ? '100cqh' : '100cqw',
          height: isSideways ? '100cqw' : '100cqh',
          rotate: `${page?.rotation ?? 0}deg`,
        }}
        className="absolute top-1/2 left-1/2 max-w-none -translate-1/2"
      />
      {marks.map(area => (
        <span
          key={`${area.x} ${area.y} ${area.width} ${area.height}`}
          style={placeOf(area, about)}
          className={cx('absolute forced-colors:border', markStyles[mode][side])}
        />
      ))}
      {current.map(area => (
        <span
          key={`${area.x} ${area.y} ${area.width} ${area.height}`}
          style={placeOf(area, about)}
          data-current={side}
          className="absolute outline-2 outline-offset-1 outline-accent"
        />
      ))}
    </div>
  )
}

function placeOf(
  { x, y, width, height }: ComparedArea,
  page: { readonly width: number; readonly height: number },
) {
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`
  return {
    left: percent(x, page.width),
    top: percent(y, page.height),
    width: percent(width, page.width),
    height: percent(height, page.height),
  }
}
