/** The original and the converted image on top of each other, with a slider between them. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { type CSSProperties, useId, useState } from 'react'
import { useObjectUrl } from '../../lib/use-object-url.ts'

const { comparison: texts } = conversionMessages

/** Formats that browsers show. */
const shownFormats: ReadonlySet<string> = new Set(['png', 'jpg', 'webp', 'gif', 'bmp', 'avif', 'ico'])

interface ImageComparisonProps {
  /** Undefined for an upload of an earlier visit. */
  readonly file: File | undefined
  readonly format: string
  readonly resultUrl: string | null
}

/** Nothing if the browser cannot show one of the two. */
export function ImageComparison({ file, format, resultUrl }: ImageComparisonProps) {
  const originalUrl = useObjectUrl(file, 0)
  const [percent, setPercent] = useState(50)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const id = useId()
  if (originalUrl === undefined || resultUrl === null || !shownFormats.has(format)) return null
  if (brokenUrl === originalUrl || brokenUrl === resultUrl) return null
  return (
    <div style={{ '--share': percent / 100 } as CSSProperties}>
      <div className="checkerboard relative grid h-56 overflow-hidden rounded border border-line">
        <img
          src={resultUrl}
          alt={texts.after}
          className="absolute inset-0 size-full object-contain"
          onError={() => setBrokenUrl(resultUrl)}
        />
        <img
          src={originalUrl}
          alt={texts.before}
          style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}
          className="checkerboard absolute inset-0 size-full object-contain"
          onError={() => setBrokenUrl(originalUrl)}
        />
        <span
          aria-hidden="true"
          style={{ left: `${percent}%` }}
          className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-ink shadow-float"
        />
      </div>
      <div className="mt-2 flex items-center gap-3 text-xs text-ink-muted">
        <span aria-hidden="true">{texts.before}</span>
        <label htmlFor={id} className="sr-only">
          {texts.divider}
        </label>
        <input
          id={id}
          type="range"
          min={0}
          max={100}
          value={percent}
          aria-valuetext={texts.value(percent)}
          onChange={({ currentTarget }) => setPercent(Number(currentTarget.value))}
          className="slider grow"
        />
        <span aria-hidden="true">{texts.after}</span>
      </div>
    </div>
  )
}
