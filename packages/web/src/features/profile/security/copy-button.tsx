/** Puts a text into the clipboard, and says so. */
import { securityMessages } from '@filesmith/contract/messages/profile-security'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { toasts } from '../../../lib/toast-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

interface CopyButtonProps {
  readonly text: string
  readonly label: string
}

export function CopyButton({ text, label }: CopyButtonProps) {
  const [copiedText, setCopiedText] = useState<string>()
  const isCopied = copiedText === text
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopiedText(text)
    } catch {
      // Browsers refuse it without https, and where the user has forbidden it.
      toasts.show({ ...securityMessages.copyFailed, variant: 'destructive' })
    }
  }
  return (
    <Button onClick={() => void copy()}>
      <Icon of={isCopied ? Check : Copy} sizePx={16} />
      <span aria-live="polite">{isCopied ? securityMessages.copied : label}</span>
    </Button>
  )
}
