/** The words of one line in a field of their own: Enter takes them, Escape leaves them as they were. */
import { type KeyboardEvent, useEffect, useRef } from 'react'

interface LineEditorProps {
  readonly label: string
  readonly time: string
  readonly text: string
  /** Without words when nothing shall change. */
  readonly onFinish: (words: string | undefined) => void
  /** After Enter or Escape: the focus has no place any more. */
  readonly onLeft: () => void
}

export function LineEditor({ label, time, text, onFinish, onLeft }: LineEditorProps) {
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  const isOver = useRef(false)
  useEffect(() => {
    const field = fieldRef.current
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])

  const finish = (words: string | undefined) => {
    if (isOver.current) return
    isOver.current = true
    onFinish(words)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // A word is still being put together, as in Japanese.
    if (event.nativeEvent.isComposing) return
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    finish(event.key === 'Enter' ? event.currentTarget.value : undefined)
    requestAnimationFrame(onLeft)
  }
  return (
    <div className="flex min-w-0 grow items-baseline gap-3 px-3 py-1">
      <span className="figures shrink-0 text-xs text-ink-muted">{time}</span>
      <textarea
        ref={fieldRef}
        aria-label={label}
        dir="auto"
        rows={1}
        defaultValue={text}
        onKeyDown={onKeyDown}
        onBlur={({ currentTarget }) => finish(currentTarget.value)}
        className="field-sizing-content -mx-1.5 min-w-0 grow resize-none rounded border border-line-strong bg-surface px-1.5 py-1"
      />
    </div>
  )
}
