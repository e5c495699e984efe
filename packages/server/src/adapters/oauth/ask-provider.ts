/** Questions to somebody who vouches for people: short patience, checked answers, no secrets in what goes wrong. */
import { AppError } from '@filesmith/contract/errors'
import { z } from 'zod'

const patienceMs = 10_000

/** The word of RFC 6749 for what is wrong, which tells nothing about anybody. */
const refusalSchema = z.object({ error: z.string().regex(/^[a-z_]{1,60}$/) })

/** A redirect is not followed: it would carry secrets to wherever it points. */
export async function askProvider<Answer>(
  url: string,
  schema: z.ZodType<Answer>,
  request: { form?: Record<string, string>; accessToken?: string } = {},
): Promise<Answer> {
  const response = await fetch(url, {
    headers: {
      accept: 'application/json',
      'user-agent': 'Filesmith',
      ...(request.accessToken !== undefined && { authorization: `Bearer ${request.accessToken}` }),
    },
    ...(request.form && { method: 'POST', body: new URLSearchParams(request.form) }),
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  })
  const answer: unknown = await response.json().catch(() => undefined)
  const refusal = refusalSchema.safeParse(answer)
  // GitHub refuses with status 200.
  if (!response.ok || refusal.success) {
    const reason = refusal.success ? `, ${refusal.data.error}` : ''
    throw new Error(`${new URL(url).pathname} answered ${response.status}${reason}`)
  }
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const places = parsed.error.issues.map(issue => issue.path.join('.') || 'all of it')
  throw new Error(`${new URL(url).pathname} answered something else than expected: ${places.join(', ')}`)
}

/** Whatever goes wrong over there is one error here, named after the provider. */
export async function failAs<Result>(provider: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new AppError('provider-failed', { provider }, { cause: error })
  }
}
