/** Last step of a purchase: activates the plan on the server and navigates to the subscription. */
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import type { ProfileSectionId } from '@filesmith/contract/messages/profile'
import { plans } from '@filesmith/contract/plans'
import { paths } from '@filesmith/contract/routes'
import { planReplySchema } from '@filesmith/contract/schemas/billing'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { request } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useAccountChange } from '../../lib/use-account.ts'
import { describeRequestFailure, isSignedOut } from './describe-request-failure.ts'

const texts = checkoutMessages.toasts
const section: ProfileSectionId = 'subscription'
export const subscriptionUrl = `${paths.profile}?section=${section}`

/** The returned function resolves with an error message, or undefined on success. */
export function usePlanChange(): (path: string, body: object) => Promise<string | undefined> {
  const { refresh, signedOut } = useAccountChange()
  const navigate = useNavigate()
  const isMounted = useIsMounted()

  return async (path, body) => {
    try {
      const response = await request('POST', path, body)
      const { plan } = planReplySchema.parse(await response.json())
      toasts.show(texts.updated(plans[plan].label))
    } catch (error) {
      const { title, description: refused, exception } = texts.updateFailed
      const description = describeRequestFailure(error, { refused, exception })
      toasts.show({ title, description, variant: 'destructive' })
      if (isSignedOut(error)) signedOut()
      return description
    }
    await refresh()
    // Replaces the checkout in the history, so that Back does not return to a finished purchase.
    if (isMounted.current) await navigate(subscriptionUrl, { replace: true })
    return undefined
  }
}

/** Prevents navigation after the user has left the checkout. */
function useIsMounted() {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
