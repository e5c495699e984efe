/** Ctrl+Z and Ctrl+Shift+Z (or Ctrl+Y), on Macs with the command key, while the editor is in sight. */
import { useEffect, useEffectEvent } from 'react'

export function useEditKeys(isInSight: boolean, onUndo: () => void, onRedo: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return
    const key = event.key.toLowerCase()
    if (key === 'z' && !event.shiftKey) onUndo()
    else if (key === 'y' || key === 'z') onRedo()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    if (!isInSight) return
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isInSight])
}

/** In a field for figures the browser's own undo is meant. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && (target.type === 'number' || target.type === 'search')
}
