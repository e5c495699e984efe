/** Checks what was typed by the rules that the server has, sends it, and says what went wrong in the words of the page. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { contactMessages } from '@filesmith/contract/messages/contact'
import { type ContactRequest, contactRequestSchema } from '@filesmith/contract/schemas/contact'
import { describeRefusal } from '../../lib/describe-refusal.ts'
import { request } from '../../lib/request.ts'
import type { FormProblems } from '../../lib/use-form-submit.ts'

const { failed } = contactMessages

/** Nothing when the message is kept. */
export async function sendMessage(typed: ContactRequest): Promise<FormProblems | undefined> {
  const checked = contactRequestSchema.safeParse(typed)
  if (!checked.success) return { fields: firstProblems(checked.error.issues) }
  try {
    await request('POST', apiPaths.contact, checked.data)
    return undefined
  } catch (error) {
    return { form: describeRefusal(error, () => failed.withoutReason) ?? failed.unreachable }
  }
}

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** One sentence at each field is enough. */
function firstProblems(issues: readonly Issue[]): Record<string, string> {
  const byField = issues.map(({ path, message }): [string, string] => [String(path[0]), message])
  return Object.fromEntries(byField.reverse())
}
