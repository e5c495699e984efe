/** The original and the converted image on top of each other, with a slider between them. */

import { resultPreviewPart } from '@filesmith/contract/conversion-status'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { ChevronsLeftRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { Icon } from '../../ui/icon.tsx'

const { comparison: texts } = conversionMessages

/** Formats that browsers show. */
const shownFormats: ReadonlySet<string> = new Set(['png', 'jpg', 'webp', 'gif', 'bmp', 'avif', 'ico'])

type Result = Pick<ConversionState, 'convertedFormat' | 'downloadUrl' | 'parts'>

interface ImageComparisonProps {
  /** Undefined if the browser no longer has the file of an earlier visit. */
  readonly file: File | undefined
  /** Preview that the server made of an original in a format that browsers do not show. */
  readonly previewUrl: string | null | undefined
  readonly result: Result
}

/** The result itself, or its preview; undefined if the browser can show neither. */
export function comparedUrlOf({ convertedFormat, downloadUrl, parts }: Result): string | undefined {
  if (shownFormats.has(convertedFormat)) return downloadUrl ?? undefined
  return parts.find(({ name }) => name === resultPreviewPart)?.url
}

/** Nothing if the browser cannot show one of the two. */
export function ImageComparison({ file, previewUrl, result }: ImageComparisonProps) {
  const localUrl = useObjectUrl(file, 0)
  const originalUrl = previewUrl ?? localUrl
  const resultUrl = comparedUrlOf(result)
  const [percent, setPercent] = useState(50)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const id = useId()
  if (originalUrl === undefined || resultUrl === undefined) return null
  if (brokenUrl === originalUrl || brokenUrl === resultUrl) return null
  return (
    <div>
      <div className="focus-inside relative grid h-56 overflow-hidden rounded border border-line">
        <img
          src={resultUrl}
          alt={texts.after}
          className="checkerboard absolute inset-0 size-full object-contain"
          onError={() => setBrokenUrl(resultUrl)}
        />
        <img
          src={originalUrl}
          alt={texts.before}
          style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}
          className="checkerboard absolute inset-0 size-full object-contain"
          onError={() => setBrokenUrl(originalUrl)}
        />
        <label htmlFor={id} className="sr-only">
          {texts.divider}
        </label>
        {/* Covers the images, so that they are dragged with pointer, finger or arrow keys. */}
        <input
          id={id}
          type="range"
          min={0}
          max={100}
          value={percent}
          aria-valuetext={texts.value(percent)}
          onChange={({ currentTarget }) => setPercent(Number(currentTarget.value))}
          className="absolute inset-0 z-10 m-0 size-full cursor-ew-resize touch-pan-y opacity-0"
        />
        <span
          aria-hidden="true"
          style={{ left: `${percent}%` }}
          className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-ink shadow-float"
        />
        <span
          aria-hidden="true"
          style={{ left: `${percent}%` }}
          className="absolute top-1/2 grid size-9 -translate-1/2 place-items-center rounded border border-ink bg-surface-raised shadow-float"
        >
          <Icon of={ChevronsLeftRight} />
        </span>
      </div>
      <div aria-hidden="true" className="mt-2 flex justify-between text-xs text-ink-muted">
        <span>{texts.before}</span>
        <span>{texts.after}</span>
      </div>
    </div>
  )
}
