/** Error state of the checkout with a back button. */
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { paths } from '@filesmith/contract/routes'
import { CircleAlert } from 'lucide-react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { FormCard } from '../../ui/form-card.tsx'
import { Icon } from '../../ui/icon.tsx'

const texts = checkoutMessages.failed

export function CheckoutFailed({ message }: { readonly message: string }) {
  const navigate = useNavigate()
  const goBack = () => {
    // The plans page opens the checkout with a full page load, so only the browser history knows the previous page.
    if (window.history.length > 1) void navigate(-1)
    else void navigate(paths.plans, { replace: true })
  }
  return (
    <FormCard isOutcome heading={texts.heading}>
      <div className="flex flex-col gap-5">
        <p role="alert" className="flex items-start gap-3">
          <Icon of={CircleAlert} className="mt-px text-danger" />
          {message}
        </p>
        <Button variant="accent" size="large" onClick={goBack}>
          {texts.goBack}
        </Button>
      </div>
    </FormCard>
  )
}
