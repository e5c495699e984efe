/** Reads the dimensions of the selected images in the browser; undefined for formats it cannot decode. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import { useEffect, useRef, useState } from 'react'
import type { ListedFile } from '../../lib/file-list/listed-file.ts'
import { loadImage } from '../../lib/load-image.ts'

export type ImageSizes = ReadonlyMap<string, Size | undefined>

export function useImageSizes(files: readonly ListedFile[]): ImageSizes {
  const [sizes, setSizes] = useState<ImageSizes>(new Map())
  const requested = useRef(new Set<string>())
  useEffect(() => {
    const fresh = files.filter(({ key, file }) => file !== undefined && !requested.current.has(key))
    if (fresh.length === 0) return
    for (const { key } of fresh) requested.current.add(key)
    // One at a time: decoding a folder of photos at once would exhaust the memory.
    void (async () => {
      for (const { key, file } of fresh) {
        const image = file && (await loadImage(file))
        const size = image && { width: image.naturalWidth, height: image.naturalHeight }
        setSizes(known => new Map(known).set(key, size && size.width > 0 ? size : undefined))
      }
    })()
  }, [files])
  return sizes
}
