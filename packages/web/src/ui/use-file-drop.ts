/** Takes files dropped anywhere on the page or pasted from the clipboard, and says where a dragged one hovers. */
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** 'area' while it hovers over the given element, 'page' while it is elsewhere on the page. */
export type DragPlace = 'none' | 'page' | 'area'

/** From where files are taken: from anywhere on the page, or only from the area itself. */
type DropReach = 'page' | 'area' | 'none'

interface FileDropSettings {
  /** Carries the attribute data-drag, by which areas know one another. */
  readonly areaRef: RefObject<HTMLElement | null>
  readonly reach: DropReach
  /** With what was dropped, for those who look into folders; nothing of it lasts longer than the call. */
  readonly onFiles: (files: readonly File[], dropped?: DataTransfer) => void
}

export function useFileDrop({ areaRef, reach, onFiles }: FileDropSettings): DragPlace {
  const [place, setPlace] = useState<DragPlace>('none')
  const give = useEffectEvent((files: readonly File[], dropped?: DataTransfer) => {
    if (files.length > 0) onFiles(files, dropped)
  })

  useEffect(() => {
    if (reach === 'none') return
    const settings = new AbortController()
    const listen = <Name extends 'dragenter' | 'dragover' | 'dragleave' | 'drop' | 'paste'>(
      name: Name,
      react: (event: WindowEventMap[Name]) => void,
    ) => window.addEventListener(name, react, { signal: settings.signal })

    const placeOf = ({ target }: DragEvent): DragPlace => {
      const area = target instanceof Element ? target.closest('[data-drag]') : null
      if (area !== null) return area === areaRef.current ? 'area' : 'none'
      return reach === 'page' ? 'page' : 'none'
    }
    const hover = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return
      // Without this the browser would leave the page and open the file.
      event.preventDefault()
      setPlace(placeOf(event))
    }
    listen('dragenter', hover)
    listen('dragover', hover)
    listen('dragleave', event => {
      // Leaving the window has no related target; going from one element to the next has.
      if (!event.relatedTarget) setPlace('none')
    })
    listen('drop', event => {
      setPlace('none')
      const { dataTransfer } = event
      if (!carriesFiles(dataTransfer)) return
      event.preventDefault()
      if (placeOf(event) !== 'none') give([...dataTransfer.files], dataTransfer)
    })
    listen('paste', event => {
      if (reach !== 'page') return
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]')
      if (!isTyping || isFileInput(event.target)) give([...(event.clipboardData?.files ?? [])])
    })
    return () => {
      settings.abort()
      setPlace('none')
    }
  }, [reach, areaRef])

  return place
}

function carriesFiles(transfer: DataTransfer | null): transfer is DataTransfer {
  return transfer?.types.includes('Files') ?? false
}

function isFileInput(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'file'
}
