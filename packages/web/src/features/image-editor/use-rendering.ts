/** Renders the settings at full size in a worker, and holds what came of it. */
import { formats } from '@filesmith/contract/formats'
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { useEffect, useRef, useState } from 'react'
import { toasts } from '../../lib/toast-store.ts'
import type { Image } from './image/image.ts'
import { type RenderedImage, renderImage } from './image/image-workshop.ts'
import {
  type BrowserOutput,
  browserOutputs,
  type Encoding,
  type RenderStep,
} from './image/worker-messages.ts'

export interface Result {
  readonly image: Image
  /** What it was made with. */
  readonly edit: ImageEdit
  readonly rendered: RenderedImage
  /** How it was written first. */
  readonly encoding: Encoding
}

export interface RenderWork {
  readonly step: RenderStep
  readonly percent: number
}

export const usualQuality = 90

/** A picture goes home as it came, where browsers can write that. */
function usualOutput({ format }: Pick<Image, 'format'>): BrowserOutput {
  return browserOutputs.find(output => formats[output].mime === formats[format].mime) ?? 'png'
}

export function useRendering(onDone: () => void) {
  const [work, setWork] = useState<RenderWork>()
  const [result, setResult] = useState<Result>()
  const running = useRef<AbortController>(undefined)
  const held = useRef<RenderedImage>(undefined)

  const hold = (next: Result | undefined) => {
    held.current?.close()
    held.current = next?.rendered
    setResult(next)
  }
  useEffect(
    () => () => {
      running.current?.abort()
      held.current?.close()
    },
    [],
  )

  return {
    work,
    result,
    async apply(image: Image, edit: ImageEdit) {
      running.current?.abort()
      const attempt = new AbortController()
      running.current = attempt
      const encoding: Encoding = { format: usualOutput(image), quality: usualQuality }
      setWork({ step: 'reading', percent: 0 })
      try {
        const onProgress = (step: RenderStep, percent: number) => setWork({ step, percent })
        const order = { image: image.readable, edit, encoding, onProgress }
        const rendered = await renderImage(order, attempt.signal)
        hold({ image, edit, rendered, encoding })
        setWork(undefined)
        onDone()
      } catch {
        if (attempt.signal.aborted) return
        setWork(undefined)
        toasts.show({
          title: imageEditorMessages.applyFailed,
          description: imageEditorMessages.applyFailedText,
          variant: 'destructive',
        })
      }
    },
    cancel() {
      running.current?.abort()
      setWork(undefined)
      toasts.show(imageEditorMessages.cancelled)
    },
    clear() {
      running.current?.abort()
      setWork(undefined)
      hold(undefined)
    },
  }
}
