/** /test-billing: billing page of the test payments; visitors are redirected to sign in. */
import { paths } from '@filesmith/contract/routes'
import { Navigate } from 'react-router'
import { TestBilling } from '../../features/test-billing/test-billing.tsx'
import { signInAddress } from '../../lib/sign-in-address.ts'
import { useAccount } from '../../lib/use-account.ts'
import { CardSkeleton } from '../frame/card-skeleton.tsx'

export function TestBillingScreen() {
  const { state } = useAccount()
  if (state === 'unknown') return <CardSkeleton />
  return state === 'signed-in' ? <TestBilling /> : <Navigate to={signInAddress(paths.testBilling)} replace />
}
