/** A sample of the files in a list, taken anew when they change. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { ListedFile } from '../../lib/file-list/listed-file.ts'
import { type Sample, takeSample } from './take-sample.ts'

/** Files come in bursts; a list that is still growing is not looked at. */
const settleMs = 300

interface SampleState {
  readonly sample: Sample | undefined
  readonly isTaking: boolean
}

/** Undefined when files of an earlier visit are among them: those are on the server, and not here to be read. */
export function useSample(files: readonly ListedFile[]): SampleState {
  const [taken, setTaken] = useState<{ readonly of: string; readonly sample: Sample | undefined }>()
  const isReadable =
    files.length > 0 && files.every(({ file }) => file !== undefined) && 'CompressionStream' in globalThis
  // The order makes no difference, nor does how far they are on their way.
  const identity = isReadable
    ? files
        .map(({ key }) => key)
        .toSorted()
        .join()
    : ''

  const read = useEffectEvent((signal: AbortSignal) =>
    takeSample(
      files.flatMap(({ file, path }) => (file ? [{ file, path }] : [])),
      signal,
    ),
  )

  useEffect(() => {
    if (identity === '') return
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      read(leaving.signal).then(
        sample => leaving.signal.aborted || setTaken({ of: identity, sample }),
        // A file that has gone from the disk meanwhile: there is no estimate then.
        () => leaving.signal.aborted || setTaken({ of: identity, sample: undefined }),
      )
    }, settleMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [identity])

  if (identity === '') return { sample: undefined, isTaking: false }
  return taken?.of === identity
    ? { sample: taken.sample, isTaking: false }
    : { sample: taken?.sample, isTaking: true }
}
