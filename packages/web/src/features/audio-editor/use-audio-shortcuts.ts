/** Keyboard shortcuts: Space plays and pauses, Ctrl+Z undoes a trim, unless the focused element uses these keys. */
import { useEffect, useEffectEvent } from 'react'

interface ShortcutHandlers {
  readonly onPlay: () => void
  readonly onUndo: () => void
  readonly onRedo: () => void
}

export function useAudioShortcuts(isListening: boolean, handlers: ShortcutHandlers): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (event.defaultPrevented || !(target instanceof Element)) return
    const isTyping = target.closest(
      'input:not([type=range], [type=radio]), textarea, select, [contenteditable]',
    )
    if (isTyping) return
    if (event.key === ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      // Space activates a focused button or input.
      if (target.closest('button, a, input, summary, [role=tab], [role=dialog]')) return
      event.preventDefault()
      handlers.onPlay()
    } else if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      if (event.shiftKey) handlers.onRedo()
      else handlers.onUndo()
    }
  })
  useEffect(() => {
    if (!isListening) return
    const listen = (event: KeyboardEvent) => handleKeyDown(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isListening])
}
