/** Inline editor of one transcript line: Enter saves, Escape discards. */
import { type KeyboardEvent, useEffect, useRef } from 'react'

interface LineEditorProps {
  readonly label: string
  readonly time: string
  readonly text: string
  /** Undefined if the edit was discarded. */
  readonly onFinish: (newText: string | undefined) => void
  /** Called after Enter or Escape, to restore the focus. */
  readonly onClosed: () => void
}

export function LineEditor({ label, time, text, onFinish, onClosed }: LineEditorProps) {
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  const isFinished = useRef(false)
  useEffect(() => {
    const field = fieldRef.current
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])

  const finish = (newText: string | undefined) => {
    if (isFinished.current) return
    isFinished.current = true
    onFinish(newText)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // IME composition is in progress.
    if (event.nativeEvent.isComposing) return
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    finish(event.key === 'Enter' ? event.currentTarget.value : undefined)
    requestAnimationFrame(onClosed)
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
