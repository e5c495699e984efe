/** Shows a new API key, once only. */
import { apiKeyMessages } from '@filesmith/contract/messages/api-keys'
import type { CreatedApiKey } from '@filesmith/contract/schemas/v1/api-key'
import { useLayoutEffect, useRef } from 'react'
import { CopyButton } from '../../../lib/copy-button.tsx'
import { Button } from '../../../ui/button.tsx'

const texts = apiKeyMessages.shown

interface ShownKeyProps {
  readonly apiKey: CreatedApiKey
  readonly onDone: () => void
}

export function ShownKey({ apiKey, onDone }: ShownKeyProps) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => headingRef.current?.focus(), [])
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h4 ref={headingRef} tabIndex={-1} className="font-semibold outline-none">
          {texts.heading}
        </h4>
        <p className="mt-1 max-w-prose text-ink-muted">{texts.text}</p>
      </div>
      <output
        aria-label={texts.label}
        className="figures block rounded border border-line bg-surface-sunken p-4 text-sm break-all select-all"
      >
        {apiKey.key}
      </output>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={apiKey.key} label={texts.copy} />
        <Button variant="solid" onClick={onDone}>
          {texts.done}
        </Button>
      </div>
    </div>
  )
}
