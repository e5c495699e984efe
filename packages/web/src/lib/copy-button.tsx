/** Button that copies a text and confirms it. */
import { securityMessages } from '@filesmith/contract/messages/profile-security'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { copyText } from './copy-text.ts'
import { toasts } from './toast-store.ts'

interface CopyButtonProps {
  readonly text: string
  readonly label: string
}

export function CopyButton({ text, label }: CopyButtonProps) {
  const [copiedText, setCopiedText] = useState<string>()
  const isCopied = copiedText === text
  const copy = async () => {
    if (await copyText(text)) setCopiedText(text)
    else toasts.show({ ...securityMessages.copyFailed, variant: 'destructive' })
  }
  return (
    <Button onClick={() => void copy()}>
      <Icon of={isCopied ? Check : Copy} sizePx={16} />
      <span aria-live="polite">{isCopied ? securityMessages.copied : label}</span>
    </Button>
  )
}
