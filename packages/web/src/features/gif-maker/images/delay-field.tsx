/** Input for the display time of one image; when empty, it follows the frame rate. */
import { gifMessages } from '@filesmith/contract/messages/gif'
import { gifBounds } from '@filesmith/contract/operations/create-gif'
import { useState } from 'react'

const { images: texts } = gifMessages
const { min, max } = gifBounds.delay

interface DelayFieldProps {
  readonly name: string
  /** Undefined if the image follows the frame rate. */
  readonly delayMs: number | undefined
  readonly defaultMs: number
  readonly onChange: (delayMs: number | undefined) => void
}

export function DelayField({ name, delayMs, defaultMs, onChange }: DelayFieldProps) {
  /** Text being typed; applied on blur or Enter. */
  const [typed, setTyped] = useState<string>()
  const commit = (text: string) => {
    setTyped(undefined)
    const parsed = Number.parseInt(text, 10)
    onChange(Number.isNaN(parsed) ? undefined : Math.max(min, Math.min(parsed, max)))
  }
  return (
    <span className="flex items-baseline gap-1">
      <input
        type="text"
        inputMode="numeric"
        aria-label={texts.delay(name)}
        placeholder={String(defaultMs)}
        value={typed ?? delayMs ?? ''}
        onChange={event => setTyped(event.currentTarget.value.replaceAll(/\D/g, ''))}
        onBlur={event => typed !== undefined && commit(event.currentTarget.value)}
        onKeyDown={event => event.key === 'Enter' && commit(event.currentTarget.value)}
        className="figures min-h-8 w-15 rounded border border-line-strong bg-surface px-2 text-right text-xs text-ink transition-colors placeholder:text-ink-muted hover:border-ink"
      />
      <span className="figures text-xs text-ink-muted">{texts.delayUnit}</span>
    </span>
  )
}
