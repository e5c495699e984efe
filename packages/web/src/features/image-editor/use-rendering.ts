/** Renders the edit at full size in a web worker and keeps the result. */
import { formats } from '@filesmith/contract/formats'
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'
import { imageEditorMessages } from '@filesmith/contract/tools/image/messages'
import { useEffect, useRef, useState } from 'react'
import { toasts } from '../../lib/toast-store.ts'
import type { EditorImage } from './image/editor-image.ts'
import { type RenderedImage, renderImage } from './image/image-worker-client.ts'
import {
  type BrowserOutput,
  browserOutputs,
  type Encoding,
  type RenderStep,
} from './image/worker-messages.ts'

export interface RenderResult {
  readonly image: EditorImage
  /** The settings it was rendered with. */
  readonly edit: ImageEdit
  readonly rendered: RenderedImage
  /** The first encoding. */
  readonly encoding: Encoding
}

export interface RenderProgress {
  readonly step: RenderStep
  readonly percent: number
}

export const defaultQuality = 90

/** Keeps the format of the source if browsers can encode it. */
function defaultOutput({ format }: Pick<EditorImage, 'format'>): BrowserOutput {
  return browserOutputs.find(output => formats[output].mime === formats[format].mime) ?? 'png'
}

export function useRendering(onDone: () => void) {
  const [progress, setProgress] = useState<RenderProgress>()
  const [result, setResult] = useState<RenderResult>()
  const running = useRef<AbortController>(undefined)
  const activeRender = useRef<RenderedImage>(undefined)

  const replaceResult = (next: RenderResult | undefined) => {
    activeRender.current?.close()
    activeRender.current = next?.rendered
    setResult(next)
  }
  useEffect(
    () => () => {
      running.current?.abort()
      activeRender.current?.close()
    },
    [],
  )

  return {
    progress,
    result,
    async apply(image: EditorImage, edit: ImageEdit) {
      running.current?.abort()
      const attempt = new AbortController()
      running.current = attempt
      const encoding: Encoding = { format: defaultOutput(image), quality: defaultQuality }
      setProgress({ step: 'reading', percent: 0 })
      try {
        const onProgress = (step: RenderStep, percent: number) => setProgress({ step, percent })
        const params = { image: image.readable, edit, encoding, onProgress }
        const rendered = await renderImage(params, attempt.signal)
        replaceResult({ image, edit, rendered, encoding })
        setProgress(undefined)
        onDone()
      } catch {
        if (attempt.signal.aborted) return
        setProgress(undefined)
        toasts.show({
          title: imageEditorMessages.applyFailed,
          description: imageEditorMessages.applyFailedText,
          variant: 'destructive',
        })
      }
    },
    cancel() {
      running.current?.abort()
      setProgress(undefined)
      toasts.show(imageEditorMessages.canceled)
    },
    clear() {
      running.current?.abort()
      setProgress(undefined)
      replaceResult(undefined)
    },
  }
}
