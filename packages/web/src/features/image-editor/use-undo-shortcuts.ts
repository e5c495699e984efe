/** Undo and redo shortcuts while the editor is visible: Ctrl+Z and Ctrl+Shift+Z or Ctrl+Y, Command on macOS. */
import { useEffect, useEffectEvent } from 'react'

export function useUndoShortcuts(isVisible: boolean, onUndo: () => void, onRedo: () => void): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return
    const key = event.key.toLowerCase()
    if (key === 'z' && !event.shiftKey) onUndo()
    else if (key === 'y' || key === 'z') onRedo()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    if (!isVisible) return
    const listen = (event: KeyboardEvent) => handleKeyDown(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isVisible])
}

/** Number fields keep the browser's own undo. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && (target.type === 'number' || target.type === 'search')
}
