/** Compression sample of the files in a list, updated when they change. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { ListedFile } from '../../lib/file-list/listed-file.ts'
import { type Sample, takeSample } from './take-sample.ts'

/** Debounce: files are added in bursts. */
const debounceMs = 300

interface SampleState {
  readonly sample: Sample | undefined
  readonly isSampling: boolean
}

/** Undefined when the list contains files of an earlier visit, which are only on the server. */
export function useSample(files: readonly ListedFile[]): SampleState {
  const [latest, setLatest] = useState<{ readonly of: string; readonly sample: Sample | undefined }>()
  const isReadable =
    files.length > 0 && files.every(({ file }) => file !== undefined) && 'CompressionStream' in globalThis
  // Order and upload progress do not affect the sample.
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
    const controller = new AbortController()
    const timer = setTimeout(() => {
      read(controller.signal).then(
        sample => controller.signal.aborted || setLatest({ of: identity, sample }),
        // The file was deleted from disk: no estimate.
        () => controller.signal.aborted || setLatest({ of: identity, sample: undefined }),
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [identity])

  if (identity === '') return { sample: undefined, isSampling: false }
  return latest?.of === identity
    ? { sample: latest.sample, isSampling: false }
    : { sample: latest?.sample, isSampling: true }
}
