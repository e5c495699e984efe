/** Resends the email confirmation link. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { profileMessages } from '@filesmith/contract/messages/profile'
import { useMutation } from '@tanstack/react-query'
import { request } from './request.ts'
import { toasts } from './toast-store.ts'
import { useRefusal } from './use-refusal.ts'

const texts = profileMessages.account

export function useEmailLink(email: string): { readonly isSending: boolean; readonly sendAgain: () => void } {
  const refusal = useRefusal()
  const { isPending, mutate } = useMutation({
    mutationFn: () => request('POST', apiPaths.emailLink),
    onSuccess: () => toasts.show(texts.linkSent(email)),
    onError: error => refusal.asToast(error, texts.linkFailed),
  })
  return { isSending: isPending, sendAgain: () => isPending || mutate() }
}
