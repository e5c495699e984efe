/** Shows new recovery codes once: copy, save as a file, and confirm that they are saved. */
import { securityMessages } from '@filesmith/contract/messages/profile-security'
import { Download } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { CopyButton } from '../../../lib/copy-button.tsx'
import { saveText } from '../../../lib/save-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Icon } from '../../../ui/icon.tsx'

const texts = securityMessages.recovery

interface RecoveryCodesProps {
  readonly username: string
  readonly codes: readonly string[]
  readonly onDone: () => void
}

export function RecoveryCodes({ username, codes, onDone }: RecoveryCodesProps) {
  const headingId = useId()
  const headingRef = useRef<HTMLHeadingElement>(null)
  const [areSaved, setAreSaved] = useState(false)
  useLayoutEffect(() => headingRef.current?.focus(), [])
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h4 id={headingId} ref={headingRef} tabIndex={-1} className="font-semibold outline-none">
          {texts.heading}
        </h4>
        <p className="mt-1 max-w-prose text-ink-muted">{texts.text}</p>
      </div>
      <ol
        aria-labelledby={headingId}
        className="figures grid max-w-md gap-x-6 whitespace-nowrap min-[32rem]:grid-cols-2 gap-y-1 rounded border border-line bg-surface-sunken p-4 text-base"
      >
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={codes.join('\n')} label={texts.copy} />
        <Button onClick={() => saveText(texts.fileName, texts.fileText(username, codes))}>
          <Icon of={Download} sizePx={16} /> {texts.download}
        </Button>
      </div>
      <Checkbox
        name="saved"
        label={texts.saved}
        checked={areSaved}
        onChange={event => setAreSaved(event.currentTarget.checked)}
      />
      <Button variant="solid" className="self-start" disabled={!areSaved} onClick={onDone}>
        {texts.done}
      </Button>
    </div>
  )
}
