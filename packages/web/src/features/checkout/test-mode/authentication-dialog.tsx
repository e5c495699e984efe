/** The bank's question whether it is really you who pays. */
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { Button } from '../../../ui/button.tsx'
import { Overlay } from '../../../ui/overlay.tsx'

const words = checkoutMessages.authentication

interface AuthenticationDialogProps {
  readonly isOpen: boolean
  readonly amount: string
  readonly onAnswer: (isConfirmed: boolean) => void
  readonly onClosed: () => void
}

export function AuthenticationDialog({ isOpen, amount, onAnswer, onClosed }: AuthenticationDialogProps) {
  return (
    <Overlay isOpen={isOpen} title={words.heading} onLeave={() => onAnswer(false)} onClosed={onClosed}>
      <p className="mt-3">{words.text(amount)}</p>
      <div className="mt-6 flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button className="min-h-12" onClick={() => onAnswer(false)}>
          {words.refuse}
        </Button>
        <Button variant="accent" size="large" onClick={() => onAnswer(true)}>
          {words.confirm}
        </Button>
      </div>
    </Overlay>
  )
}
