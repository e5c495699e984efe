/** Simulated 3-D Secure authentication of the customer's bank. */
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { Button } from '../../../ui/button.tsx'
import { Overlay } from '../../../ui/overlay.tsx'

const texts = checkoutMessages.authentication

interface AuthenticationDialogProps {
  readonly isOpen: boolean
  readonly amount: string
  readonly onAnswer: (isConfirmed: boolean) => void
  readonly onClosed: () => void
}

export function AuthenticationDialog({ isOpen, amount, onAnswer, onClosed }: AuthenticationDialogProps) {
  return (
    <Overlay isOpen={isOpen} title={texts.heading} onLeave={() => onAnswer(false)} onClosed={onClosed}>
      <p className="mt-3">{texts.text(amount)}</p>
      <div className="mt-6 flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button className="min-h-12" onClick={() => onAnswer(false)}>
          {texts.refuse}
        </Button>
        <Button variant="accent" size="large" onClick={() => onAnswer(true)}>
          {texts.confirm}
        </Button>
      </div>
    </Overlay>
  )
}
