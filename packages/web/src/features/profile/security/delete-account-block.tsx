/** Account deletion, which requires typing the username in a dialog. */
import { securityMessages } from '@filesmith/contract/messages/profile-security'
import type { User } from '@filesmith/contract/schemas/account'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

const texts = securityMessages.deletion

export function DeleteAccountBlock({ user }: { readonly user: User }) {
  const [isAsking, setIsAsking] = useState(false)
  const buttonRef = useRef<HTMLButtonElement>(null)
  return (
    <SettingsBlock heading={texts.heading} text={texts.text}>
      <Button
        ref={buttonRef}
        variant="danger"
        className="border border-danger"
        onClick={() => setIsAsking(true)}
      >
        {texts.action}
      </Button>
      <DeleteAccountDialog
        user={user}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onClosed={() => buttonRef.current?.focus()}
      />
    </SettingsBlock>
  )
}
