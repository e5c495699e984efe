/** The result as a file of the chosen format and quality, written anew a moment after the choice. */
import { useEffect, useState } from 'react'
import type { RenderedImage, WrittenImage } from '../image/image-workshop.ts'
import { type BrowserOutput, browserOutputs } from '../image/worker-messages.ts'
import type { Result } from '../use-rendering.ts'

/** A slider that is being moved has not been chosen yet. */
const patienceMs = 200

interface WrittenFile {
  /** Undefined while it is being written. */
  readonly file: Blob | undefined
  /** What was written last, whatever it was: something to look at. */
  readonly shown: Blob | undefined
  /** Formats that this browser turned out not to write. */
  readonly notWritable: ReadonlySet<string>
}

interface Written {
  readonly of: RenderedImage
  readonly key: string
  readonly written: WrittenImage | undefined
}

export function useWrittenFile({ rendered, encoding }: Result, format: string, quality: number): WrittenFile {
  const first = rendered.first === 'not-writable' ? undefined : rendered.first
  const [latest, setLatest] = useState<Written>()
  // Rendered anew, there is the file that came with it, and nothing of before.
  const last: Written =
    latest?.of === rendered
      ? latest
      : { of: rendered, key: keyOf(encoding.format, encoding.quality), written: first }
  const [notWritable, setNotWritable] = useState<ReadonlySet<string>>(
    () => new Set(first ? [] : [encoding.format]),
  )
  const key = keyOf(format, quality)
  const wanted = browserOutputs.find(output => output === format && !notWritable.has(output))
  const isThere = last.key === key && last.written !== undefined

  useEffect(() => {
    if (!wanted || isThere) return
    const waiting = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const written = await rendered.encode({ format: wanted, quality }, waiting.signal)
        if (waiting.signal.aborted) return
        if (written === 'not-writable') setNotWritable(known => new Set([...known, wanted]))
        else setLatest({ of: rendered, key: keyOf(wanted, quality), written })
      } catch {
        if (!waiting.signal.aborted) setNotWritable(known => new Set([...known, wanted]))
      }
    }, patienceMs)
    return () => {
      clearTimeout(timer)
      waiting.abort()
    }
  }, [rendered, wanted, quality, isThere])

  return { file: wanted && isThere ? last.written?.file : undefined, shown: last.written?.file, notWritable }
}

/** PNG has no quality. */
function keyOf(format: BrowserOutput | string, quality: number): string {
  return format === 'png' ? format : `${format} ${quality}`
}
