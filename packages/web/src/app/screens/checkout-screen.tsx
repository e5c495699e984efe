/** /checkout: purchase of the plan named in the URL; visitors sign in first and return. */
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { Checkout } from '../../features/checkout/checkout.tsx'
import { CheckoutFailed } from '../../features/checkout/checkout-failed.tsx'
import { CheckoutLoading } from '../../features/checkout/checkout-loading.tsx'
import { readOrder } from '../../features/checkout/order.ts'
import { signInAddress } from '../../lib/sign-in-address.ts'
import { useAccount } from '../../lib/use-account.ts'

export function CheckoutScreen() {
  const { state } = useAccount()
  const { pathname, search } = useLocation()
  const [params] = useSearchParams()
  const { amount, planId } = readOrder(params)
  if (amount === undefined) return <CheckoutFailed message={checkoutMessages.failed.noAmount} />
  if (state === 'unknown') return <CheckoutLoading />
  if (state === 'signed-out') return <Navigate to={signInAddress(pathname + search)} replace />
  // A different order remounts the checkout.
  return <Checkout key={`${planId} ${amount}`} order={{ amount, planId }} />
}
