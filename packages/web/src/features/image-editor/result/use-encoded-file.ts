/** Encodes the result in the selected format and quality, debounced. */
import { useEffect, useState } from 'react'
import type { EncodedImage, RenderedImage } from '../image/image-worker-client.ts'
import { type BrowserOutput, browserOutputs } from '../image/worker-messages.ts'
import type { RenderResult } from '../use-rendering.ts'

/** Debounces slider movements. */
const debounceMs = 200

interface EncodedFile {
  /** Undefined while encoding. */
  readonly file: Blob | undefined
  /** The last encoded file, shown until the next one is ready. */
  readonly shown: Blob | undefined
  /** Formats this browser turned out not to support. */
  readonly unsupportedFormats: ReadonlySet<string>
}

interface LastEncoded {
  readonly rendering: RenderedImage
  readonly key: string
  readonly encoded: EncodedImage | undefined
}

export function useEncodedFile(
  { rendered, encoding }: RenderResult,
  format: string,
  quality: number,
): EncodedFile {
  const first = rendered.first === 'unsupported' ? undefined : rendered.first
  const [latest, setLatest] = useState<LastEncoded>()
  // A new rendering comes with its first file and invalidates the previous ones.
  const last: LastEncoded =
    latest?.rendering === rendered
      ? latest
      : { rendering: rendered, key: keyOf(encoding.format, encoding.quality), encoded: first }
  const [unsupportedFormats, setUnsupportedFormats] = useState<ReadonlySet<string>>(
    () => new Set(first ? [] : [encoding.format]),
  )
  const key = keyOf(format, quality)
  const output = browserOutputs.find(id => id === format && !unsupportedFormats.has(id))
  const isCurrent = last.key === key && last.encoded !== undefined

  useEffect(() => {
    if (!output || isCurrent) return
    const abortController = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const encoded = await rendered.encode({ format: output, quality }, abortController.signal)
        if (abortController.signal.aborted) return
        if (encoded === 'unsupported') setUnsupportedFormats(known => new Set([...known, output]))
        else setLatest({ rendering: rendered, key: keyOf(output, quality), encoded })
      } catch {
        if (!abortController.signal.aborted) setUnsupportedFormats(known => new Set([...known, output]))
      }
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      abortController.abort()
    }
  }, [rendered, output, quality, isCurrent])

  return {
    file: output && isCurrent ? last.encoded?.file : undefined,
    shown: last.encoded?.file,
    unsupportedFormats,
  }
}

/** PNG has no quality setting. */
function keyOf(format: BrowserOutput | string, quality: number): string {
  return format === 'png' ? format : `${format} ${quality}`
}
