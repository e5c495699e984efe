/** Reads and validates the form of an API call. */
import { developersMessages } from '@filesmith/contract/messages/developers'
import { textOf } from '../../lib/use-form-submit.ts'
import type { DescribedCall } from './use-api-description.ts'

const texts = developersMessages.tryIt

interface CallFormValues {
  readonly problems?: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, string>>
  readonly body: string | FormData | undefined
}

export function readCallForm({ parameters, requestBody }: DescribedCall, data: FormData): CallFormValues {
  const values = Object.fromEntries(parameters.map(({ name }) => [name, textOf(data, name).trim()]))
  const problems: Record<string, string> = {}
  for (const { name, required } of parameters) {
    if (required && values[name] === '') problems[name] = texts.needed
  }
  const body = readBody(requestBody?.content ?? {}, data, problems)
  return { values, body, ...(Object.keys(problems).length > 0 && { problems }) }
}

function readBody(
  content: Readonly<Record<string, unknown>>,
  data: FormData,
  problems: Record<string, string>,
): string | FormData | undefined {
  const file = data.get('file')
  if ('multipart/form-data' in content) {
    const form = new FormData()
    if (file instanceof File && file.name !== '') form.set('file', file)
    else problems.file = texts.needed
    return form
  }
  if (!('application/json' in content)) return undefined
  const text = textOf(data, 'body')
  try {
    JSON.parse(text)
  } catch {
    problems.body = texts.notJson
  }
  return text
}
