/** The last step of a purchase: the server puts the account on its plan, and the page goes on to the subscription. */
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
import { describeFailure, isSignedOut } from './describe-failure.ts'

const words = checkoutMessages.toasts
const section: ProfileSectionId = 'subscription'
export const subscriptionAddress = `${paths.profile}?section=${section}`

/** Answers why the plan was not changed, or nothing when it was. */
export function usePlanChange(): (path: string, body: object) => Promise<string | undefined> {
  const { refresh, signedOut } = useAccountChange()
  const navigate = useNavigate()
  const isHere = useIsHere()

  return async (path, body) => {
    try {
      const response = await request('POST', path, body)
      const { plan } = planReplySchema.parse(await response.json())
      toasts.show(words.updated(plans[plan].label))
    } catch (error) {
      const { title, description: refused, exception } = words.updateFailed
      const description = describeFailure(error, { refused, exception })
      toasts.show({ title, description, variant: 'destructive' })
      if (isSignedOut(error)) signedOut()
      return description
    }
    await refresh()
    // In place of the checkout: going back must not lead to a purchase that is done.
    if (isHere.current) await navigate(subscriptionAddress, { replace: true })
    return undefined
  }
}

/** Whoever went elsewhere in the meantime stays there. */
function useIsHere() {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}
