/** Shows a rejected account request in a form or as a toast. */
import { isAllowanceCode } from '@filesmith/contract/allowance-codes'
import type { ErrorCode } from '@filesmith/contract/errors'
import { frameMessages } from '@filesmith/contract/messages/frame'
import { profileMessages } from '@filesmith/contract/messages/profile'
import { paths } from '@filesmith/contract/routes'
import { RequestError, serverMessageOf } from './request.ts'
import { toasts } from './toast-store.ts'
import { useAccountChange } from './use-account.ts'
import type { FormProblems } from './use-form-submit.ts'

/** Field of an error by code; other errors are form-level. */
type FieldOfCode = Readonly<Partial<Record<ErrorCode, string>>>

interface Refusal {
  readonly asProblems: (error: unknown, fieldOfCode?: FieldOfCode, otherwise?: string) => FormProblems
  readonly asToast: (error: unknown, title: string) => void
}

export function useRefusal(): Refusal {
  const { signedOut } = useAccountChange()

  const messageFor = (error: unknown, otherwise: string = profileMessages.unexpected) => {
    // The session was ended on another device: signs out here too.
    if (codeOf(error) === 'not-signed-in') signedOut()
    return serverMessageOf(error) ?? otherwise
  }

  return {
    asProblems(error, fieldOfCode = {}, otherwise) {
      const message = messageFor(error, otherwise)
      const field = fieldOfCode[codeOf(error) as ErrorCode]
      return field === undefined ? { form: message } : { fields: { [field]: message } }
    },
    asToast(error, title) {
      toasts.show({
        title,
        description: messageFor(error),
        variant: 'destructive',
        action: isAllowanceCode(codeOf(error))
          ? { label: frameMessages.upgrade, to: paths.plans }
          : undefined,
      })
    },
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof RequestError ? error.code : undefined
}
