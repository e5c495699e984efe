/** The space bar plays and pauses, and Ctrl+Z takes back a trim, wherever on the page nothing else wants these keys. */
import { useEffect, useEffectEvent } from 'react'

interface PlayKeys {
  readonly onPlay: () => void
  readonly onUndo: () => void
  readonly onRedo: () => void
}

export function usePlayKey(isListening: boolean, keys: PlayKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (event.defaultPrevented || !(target instanceof Element)) return
    const isTyping = target.closest(
      'input:not([type=range], [type=radio]), textarea, select, [contenteditable]',
    )
    if (isTyping) return
    if (event.key === ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      // A button or a choice that has the focus is pressed by it.
      if (target.closest('button, a, input, summary, [role=tab], [role=dialog]')) return
      event.preventDefault()
      keys.onPlay()
    } else if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      if (event.shiftKey) keys.onRedo()
      else keys.onUndo()
    }
  })
  useEffect(() => {
    if (!isListening) return
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isListening])
}
