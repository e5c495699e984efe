/** Handles files dropped or pasted on the page and tracks where a dragged file hovers. */
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** 'area' while a file is dragged over the given element, 'page' while it is elsewhere on the page. */
export type DragTarget = 'none' | 'page' | 'area'

/** Where drops are accepted: anywhere on the page, or only on the area itself. */
type DropScope = 'page' | 'area' | 'none'

interface FileDropSettings {
  /** Its element has the attribute data-drag, by which drop zones recognize each other. */
  readonly areaRef: RefObject<HTMLElement | null>
  readonly scope: DropScope
  /** `dropped` gives access to folders; it is only valid during the call. */
  readonly onFiles: (files: readonly File[], dropped?: DataTransfer) => void
}

export function useFileDrop({ areaRef, scope, onFiles }: FileDropSettings): DragTarget {
  const [dragTarget, setDragTarget] = useState<DragTarget>('none')
  const emitFiles = useEffectEvent((files: readonly File[], dropped?: DataTransfer) => {
    if (files.length > 0) onFiles(files, dropped)
  })

  useEffect(() => {
    if (scope === 'none') return
    const controller = new AbortController()
    const listen = <Name extends 'dragenter' | 'dragover' | 'dragleave' | 'drop' | 'paste'>(
      name: Name,
      handler: (event: WindowEventMap[Name]) => void,
    ) => window.addEventListener(name, handler, { signal: controller.signal })

    const dragTargetOf = ({ target }: DragEvent): DragTarget => {
      const area = target instanceof Element ? target.closest('[data-drag]') : null
      if (area !== null) return area === areaRef.current ? 'area' : 'none'
      return scope === 'page' ? 'page' : 'none'
    }
    const handleDrag = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      // Otherwise the browser navigates to the dropped file.
      event.preventDefault()
      setDragTarget(dragTargetOf(event))
    }
    listen('dragenter', handleDrag)
    listen('dragover', handleDrag)
    listen('dragleave', event => {
      // `relatedTarget` is null only when the pointer leaves the window.
      if (!event.relatedTarget) setDragTarget('none')
    })
    listen('drop', event => {
      setDragTarget('none')
      const { dataTransfer } = event
      if (!hasFiles(dataTransfer)) return
      event.preventDefault()
      if (dragTargetOf(event) !== 'none') emitFiles([...dataTransfer.files], dataTransfer)
    })
    listen('paste', event => {
      if (scope !== 'page') return
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]')
      if (!isTyping || isFileInput(event.target)) emitFiles([...(event.clipboardData?.files ?? [])])
    })
    return () => {
      controller.abort()
      setDragTarget('none')
    }
  }, [scope, areaRef])

  return dragTarget
}

function hasFiles(transfer: DataTransfer | null): transfer is DataTransfer {
  return transfer?.types.includes('Files') ?? false
}

function isFileInput(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'file'
}
