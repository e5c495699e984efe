/** Resends the email confirmation link. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { profileMessages } from '@filesmith/contract/messages/profile'
import { useState } from 'react'
import { request } from './request.ts'
import { toasts } from './toast-store.ts'
import { useRefusal } from './use-refusal.ts'

const texts = profileMessages.account

export function useEmailLink(email: string): { readonly isSending: boolean; readonly sendAgain: () => void } {
  const [isSending, setIsSending] = useState(false)
  const refusal = useRefusal()
  const sendAgain = async () => {
    if (isSending) return
    setIsSending(true)
    try {
      await request('POST', apiPaths.emailLink)
      toasts.show(texts.linkSent(email))
    } catch (error) {
      refusal.asToast(error, texts.linkFailed)
    }
    setIsSending(false)
  }
  return { isSending, sendAgain: () => void sendAgain() }
}
