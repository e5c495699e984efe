/** Validates the contact form with the server's schema, sends it and returns error messages. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { contactMessages } from '@filesmith/contract/messages/contact'
import { type ContactRequest, contactRequestSchema } from '@filesmith/contract/schemas/contact'
import { describeRefusal } from '../../lib/describe-refusal.ts'
import { request } from '../../lib/request.ts'
import type { FormProblems } from '../../lib/use-form-submit.ts'

const { failed } = contactMessages

/** Resolves with undefined on success. */
export async function sendMessage(input: ContactRequest): Promise<FormProblems | undefined> {
  const checked = contactRequestSchema.safeParse(input)
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

/** The first message per field. */
function firstProblems(issues: readonly Issue[]): Record<string, string> {
  const byField = issues.map(({ path, message }): [string, string] => [String(path[0]), message])
  return Object.fromEntries(byField.reverse())
}
