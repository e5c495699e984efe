/** How long one picture stays. Left empty, it follows the frame rate. */
import { gifMessages } from '@filesmith/contract/messages/gif'
import { gifBounds } from '@filesmith/contract/operations/create-gif'
import { useState } from 'react'

const { images: texts } = gifMessages
const { min, max } = gifBounds.delay

interface DelayFieldProps {
  readonly name: string
  /** Undefined when it has no time of its own. */
  readonly delayMs: number | undefined
  readonly usualMs: number
  readonly onChange: (delayMs: number | undefined) => void
}

export function DelayField({ name, delayMs, usualMs, onChange }: DelayFieldProps) {
  /** While somebody types; it counts when the field is left. */
  const [typed, setTyped] = useState<string>()
  const take = (text: string) => {
    setTyped(undefined)
    const wanted = Number.parseInt(text, 10)
    onChange(Number.isNaN(wanted) ? undefined : Math.max(min, Math.min(wanted, max)))
  }
  return (
    <span className="flex items-baseline gap-1">
      <input
        type="text"
        inputMode="numeric"
        aria-label={texts.delay(name)}
        placeholder={String(usualMs)}
        value={typed ?? delayMs ?? ''}
        onChange={event => setTyped(event.currentTarget.value.replaceAll(/\D/g, ''))}
        onBlur={event => typed !== undefined && take(event.currentTarget.value)}
        onKeyDown={event => event.key === 'Enter' && take(event.currentTarget.value)}
        className="figures min-h-8 w-15 rounded border border-line-strong bg-surface px-2 text-right text-xs text-ink transition-colors placeholder:text-ink-muted hover:border-ink"
      />
      <span className="figures text-xs text-ink-muted">{texts.delayUnit}</span>
    </span>
  )
}
